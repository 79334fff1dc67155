/** A fresh key that mints for other accounts and is then discarded. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { Inscriber } from '../market/inscriber.ts';

export function stranger(): Inscriber {
  const key = secp256k1.utils.randomSecretKey();
  const script = scriptOfKey(publicKeyOf(key), 'p2wpkh');
  const address = scriptToAddress(script, 'regtest');
  if (address === undefined) throw new Error('invariant: a key has an address');
  return { key, script, address };
}
