/** The two short hashes of MVC's scripts and contracts. */
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';

export const HASH160_BYTES = 20;

export function sha256(bytes: Uint8Array): Uint8Array {
  return sha256Of(bytes);
}

/** RIPEMD-160 of SHA-256: names keys, scripts, codes and tokens. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256Of(bytes));
}
