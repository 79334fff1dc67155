/** The keys of pools: one each, out of one secret, and told by a number alone. */
import { createHash } from 'node:crypto';
import { bytesToHex, concatBytes, invariant, uint32 } from '@rialto/protocols';
import { publicKeyOf, soloPool } from '@rialto/psbt';
import type { PoolScript } from '@rialto/psbt';
import type { EtchedPool } from '../journal/pool-recall.ts';

export interface PoolKey {
  readonly secret: Uint8Array;
  /** The internal key, 32 bytes. */
  readonly internalKey: Uint8Array;
  readonly pool: PoolScript;
}

const TAG = sha256(new TextEncoder().encode('rialto/pool'));

function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(bytes).digest());
}

/**
 * The key of pool `number`: the hash of the master secret and the number, tagged as in BIP-340 so that it is no hash of anything else.
 * @throws invariant for a number that is none
 */
export function poolKey(master: Uint8Array, number: number): PoolKey {
  invariant(Number.isInteger(number) && number >= 0, 'pools are counted from 0');
  const secret = sha256(concatBytes(TAG, TAG, master, uint32(number)));
  const internalKey = publicKeyOf(secret).slice(1);
  return { secret, internalKey, pool: soloPool(internalKey) };
}

/** @throws invariant when the journal's pool has another key: then the file of the master secret was changed for another */
export function keyOfPool(master: Uint8Array, { number, script }: EtchedPool): PoolKey {
  const key = poolKey(master, number);
  invariant(bytesToHex(key.pool.script) === script, `pool ${number} is of the master secret`);
  return key;
}
