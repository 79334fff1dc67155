/** Public keys in output scripts, as btcd takes them: strict in their encoding, then a point of secp256k1. */
import { bytesToHex } from '../bytes.ts';

/** The field of secp256k1 (SEC 2, secp256k1). */
const FIELD = 2n ** 256n - 2n ** 32n - 977n;
const COMPRESSED = 33;
const WHOLE = 65;

/** Whether the bytes have the length and the first byte of a key. Source: btcd v0.24.2 `txscript/engine.go` isStrictPubKeyEncoding. */
export function looksLikeKey(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (bytes.length === COMPRESSED) return first === 2 || first === 3;
  return bytes.length === WHOLE && (first === 4 || first === 6 || first === 7);
}

/** Whether such bytes are a point of the curve. Source: dcrec/secp256k1 v4 `pubkey.go` ParsePubKey, which btcd v0.24.2 asks. */
export function isPoint(key: Uint8Array): boolean {
  const x = numberOf(key.subarray(1, COMPRESSED));
  if (x >= FIELD) return false;
  const square = (x ** 3n + 7n) % FIELD;
  if (key.length === COMPRESSED) return hasRoot(square);
  const y = numberOf(key.subarray(COMPRESSED));
  // A hybrid key says in its first byte whether y is odd.
  const [first = 0] = key;
  const agrees = first === 4 || BigInt(first & 1) === (y & 1n);
  return y < FIELD && agrees && (y * y) % FIELD === square;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`);
}

/** Euler's criterion; 0 is no square of the curve, for no x has it. */
function hasRoot(square: bigint): boolean {
  let [result, base] = [1n, square];
  for (let exponent = (FIELD - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if ((exponent & 1n) === 1n) result = (result * base) % FIELD;
    base = (base * base) % FIELD;
  }
  return result === 1n;
}
