/** Any signature of anybody over any spend of a lock, with any sighash byte: what an attacker with that key can make. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes } from '@rialto/protocols';
import type { Coin, TransactionBody } from '@rialto/protocols';
import { digestOf, isV0 } from '../../src/tx/spend.ts';
import type { SpendKind } from '../../src/tx/spend.ts';

/** Zeros are signed where there is nothing to sign. */
export function leafSignature(
  { tx, coins }: { tx: TransactionBody; coins: readonly Coin[] },
  index: number,
  kind: SpendKind,
  { secret }: { readonly secret: Uint8Array },
  sighash: number,
): Uint8Array {
  const digest = digestOf(kind, { tx, prevouts: coins }, index, sighash) ?? new Uint8Array(32);
  const byte = Uint8Array.of(sighash);
  if (isV0(kind))
    return concatBytes(secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'der' }), byte);
  const signature = schnorr.sign(digest, secret, new Uint8Array(32));
  return sighash === 0 ? signature : concatBytes(signature, byte);
}
