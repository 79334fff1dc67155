/** Who a signer is to the others: a key of its own that signs no coin, only what it stands for (BIP-340). */
import { bytesToHex, concatBytes, hexToBytes, uint32 } from '@rialto/protocols';
import { publicKeyOf, signSchnorr } from '@rialto/psbt';
import type { Verifier } from '@rialto/psbt';
import { poolKey, taggedHash } from '../pools/pool-keys.ts';

export interface Identity {
  readonly secret: Uint8Array;
  /** 32 bytes, hex. */
  readonly key: string;
}

/** What is signed: the hash of a line's text, or of a key for a pool. Neither is a hash of anything else. */
const digestOfText = (text: string): Uint8Array =>
  taggedHash('rialto/pool line', new TextEncoder().encode(text));
const digestOfKey = (pool: number, key: string): Uint8Array =>
  taggedHash('rialto/pool key', concatBytes(uint32(pool), hexToBytes(key)));

export function identityOf(master: Uint8Array): Identity {
  const secret = taggedHash('rialto/pool signer', master);
  return { secret, key: bytesToHex(publicKeyOf(secret).slice(1)) };
}

/** Hex, 64 bytes. */
export const signText = ({ secret }: Identity, text: string): string =>
  bytesToHex(signSchnorr(digestOfText(text), secret));

export interface Vouched {
  readonly identity: string;
  readonly signature: string;
}

export function isSignedText(text: string, { identity, signature }: Vouched, verifier: Verifier): boolean {
  return verifier.schnorr(hexToBytes(signature), digestOfText(text), hexToBytes(identity));
}

/** Our key for a pool, vouched for. */
export function jointKeyOf(master: Uint8Array, pool: number): Vouched & { readonly key: string } {
  const { key: identity, secret } = identityOf(master);
  const key = bytesToHex(poolKey(master, pool).internalKey);
  return { identity, key, signature: bytesToHex(signSchnorr(digestOfKey(pool, key), secret)) };
}

export function isVouchedKey(
  pool: number,
  { identity, key, signature }: Vouched & { readonly key: string },
  verifier: Verifier,
): boolean {
  return verifier.schnorr(hexToBytes(signature), digestOfKey(pool, key), hexToBytes(identity));
}
