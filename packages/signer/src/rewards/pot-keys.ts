/** The keys of pots: one for each campaign, out of one secret and the campaign’s name. */
import { bytesToHex, encodeUtf8, invariant } from '@rialto/protocols';
import { publicKeyOf, soloPool } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';
import { taggedHash } from '../pools/pool-keys.ts';

export interface PotKey {
  readonly secret: Uint8Array;
  /** 32 bytes. */
  readonly internalKey: Uint8Array;
  /** A pot is signed for as a pool of one key is. */
  readonly pot: PoolScript;
  readonly script: string;
}

export function potKey(master: Uint8Array, campaign: string): PotKey {
  const name = encodeUtf8(campaign);
  invariant(name !== undefined, 'a campaign has a plain name');
  const secret = taggedHash('rialto/rewards', master, name);
  const internalKey = publicKeyOf(secret).slice(1);
  const pot = soloPool(internalKey);
  return { secret, internalKey, pot, script: bytesToHex(pot.script) };
}
