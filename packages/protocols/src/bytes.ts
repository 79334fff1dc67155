/** Bytes and hex, and the double SHA-256 that names transactions and blocks. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as toHex, hexToBytes as fromHex } from '@noble/hashes/utils.js';

const HEX = /^([0-9a-fA-F]{2})*$/;

/** Lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return toHex(bytes);
}

/** True for an even number of hex digits, in either case. Ask before `hexToBytes` when the text is a stranger's. */
export function isHex(text: string): boolean {
  return HEX.test(text);
}

/**
 * The bytes of a hex text.
 * @throws invariant when the text is not hex
 */
export function hexToBytes(text: string): Uint8Array {
  if (!isHex(text)) throw new Error('invariant: not hex');
  return fromHex(text);
}

/** True when both hold the same bytes. Not for secrets: it stops at the first difference. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}

/** The same for a list that a stranger made as long as he liked: a call takes some 100,000 arguments, a block has more pushes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** SHA-256 twice: the hash of transactions and block headers. */
export function doubleSha256(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

/** A hash as people read it: hex of the bytes in reverse. */
export function reversedHex(hash: Uint8Array): string {
  return toHex(hash.toReversed());
}
