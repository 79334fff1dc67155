/** Bytes and hex, and the double SHA-256 that names transactions and blocks. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as toHex, hexToBytes as fromHex } from '@noble/hashes/utils.js';

/** Without a group: one that repeats remembers each of its turns, and a block of MVC has more of them than the stack holds. */
const HEX = /^[0-9a-fA-F]*$/;

/** Lower-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  return toHex(bytes);
}

/** True for an even number of hex digits, in either case. Ask before `hexToBytes` when the text is a stranger's. */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && HEX.test(text);
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

/** The same for a list of any length, made by a stranger: a call takes some 100,000 arguments, a block has more pushes. */
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
  return doubleSha256Of([bytes]);
}

// One hasher for all: making one costs as much as a short text, and a block has thousands of transactions.
const START = sha256.create();
const hasher = sha256.create();

/** The same of pieces one after the other, without joining them. */
export function doubleSha256Of(pieces: readonly Uint8Array[]): Uint8Array {
  const hash = new Uint8Array(32);
  START._cloneInto(hasher);
  for (const piece of pieces) hasher.update(piece);
  hasher.digestInto(hash);
  START._cloneInto(hasher);
  hasher.update(hash).digestInto(hash);
  return hash;
}

const DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const codes = Array.from({ length: 64 }, () => 0);

/** A hash of 32 bytes in display order: hex of the bytes in reverse. Made at once: a text joined from parts keeps every part, and every input has one. */
export function reversedHex(hash: Uint8Array): string {
  if (hash.length !== 32) return toHex(hash.toReversed());
  for (let at = 0; at < 32; at += 1) {
    const byte = hash[31 - at] ?? 0;
    codes[2 * at] = DIGITS[byte >> 4] ?? 0;
    codes[2 * at + 1] = DIGITS[byte & 15] ?? 0;
  }
  return String.fromCharCode(...codes);
}

/** Four bytes, the lowest first; the sign of a number below zero is its highest bit. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value >>> 0, true);
  return bytes;
}

/** Eight bytes, the lowest first. */
export function uint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
