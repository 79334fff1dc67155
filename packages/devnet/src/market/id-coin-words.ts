/** What the deploy of a seeded ID-Coin says, its tick signed by the key of the pool as the platform signs it. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesToHex, metaIdOf } from '@rialto/protocols';
import { publicKeyOf, scriptOfKey, scriptToAddress } from '@rialto/psbt';
import type { IdCoinWords } from '@rialto/psbt';
import { seedKey } from './seed/seed-key.ts';
import type { SeedIdCoin } from './seed/seed-list.ts';

export function idCoinWords(
  { minters: _, ...coin }: SeedIdCoin,
  { issuer, secret }: { issuer: { address: string }; secret: string },
): IdCoinWords {
  const key = seedKey(secret, 'pool');
  const pool = scriptToAddress(scriptOfKey(publicKeyOf(key), 'p2wpkh'), 'regtest');
  if (pool === undefined) throw new Error('invariant: a key has an address');
  const signed = sha256(utf8ToBytes(`${coin.tick}${bytesToHex(publicKeyOf(key))}${pool}`));
  const tickSign = bytesToHex(secp256k1.sign(signed, key, { prehash: false }));
  return { ...coin, issuer: metaIdOf(issuer.address), pool, tickSign };
}
