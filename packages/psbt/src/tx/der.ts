/** Strict DER (BIP-66) with low S (BIP-146): one signature has one spelling. */
import { secp256k1 } from '@noble/curves/secp256k1.js';

const HALF_ORDER = secp256k1.Point.Fn.ORDER / 2n;

/** The 64 bytes r,s of a strict DER signature with low S, or undefined. The sighash byte is not part of it. */
export function compactOfDer(der: Uint8Array): Uint8Array | undefined {
  if (der.length < 8 || der.length > 71 || der[0] !== 0x30 || der[1] !== der.length - 2) return undefined;
  const r = integerAt(der, 2);
  if (r === undefined) return undefined;
  const s = integerAt(der, r.end);
  if (s?.end !== der.length) return undefined;
  const compact = new Uint8Array(64);
  compact.set(r.digits, 32 - r.digits.length);
  compact.set(s.digits, 64 - s.digits.length);
  return isLowS(compact) ? compact : undefined;
}

function integerAt(der: Uint8Array, at: number): { digits: Uint8Array; end: number } | undefined {
  const length = der[at + 1];
  if (der[at] !== 0x02 || length === undefined || at + 2 + length > der.length) return undefined;
  const digits = positive(der.subarray(at + 2, at + 2 + length));
  return digits === undefined || digits.length > 32 ? undefined : { digits, end: at + 2 + length };
}

/** The digits of a positive integer in its shortest form. */
function positive(bytes: Uint8Array): Uint8Array | undefined {
  const [first, second = 0] = bytes;
  if (first === undefined || first >= 0x80) return undefined; // nothing, or negative
  if (first > 0) return bytes;
  return second < 0x80 ? undefined : bytes.subarray(1); // zero, or a needless leading zero
}

/** True when the s half of a compact signature is at most half the group's order. */
export function isLowS(compact: Uint8Array): boolean {
  let s = 0n;
  for (const byte of compact.subarray(32, 64)) s = (s << 8n) | BigInt(byte);
  return s > 0n && s <= HALF_ORDER;
}
