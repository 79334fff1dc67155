/** The keys of pools: one each, out of one secret, and told by a number alone. */
import { createHash } from 'node:crypto';
import { bytesToHex, concatBytes, hexToBytes, invariant, uint32 } from '@rialto/protocols';
import { jointPool, publicKeyOf, soloPool } from '@rialto/psbt';
import type { PoolKeys, PoolScript } from '@rialto/psbt';
import type { PoolSigners } from '@rialto/contract';
import type { Outpoint } from '@rialto/protocols';
import type { EtchedPool } from '../journal/pool-recall.ts';

export interface PoolKey {
  readonly secret: Uint8Array;
  /** The internal key, 32 bytes. */
  readonly internalKey: Uint8Array;
  readonly pool: PoolScript;
  /** By which it signs, and makes the scripts of its lots. */
  readonly keys: PoolKeys;
}

/** The hash of BIP-340, which is of nothing but its tag's. */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const tagged = sha256(new TextEncoder().encode(tag));
  return sha256(concatBytes(tagged, tagged, ...parts));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(bytes).digest());
}

/** Made once, for as long as the master secret is there: to make one takes longer than to judge an act. */
const made = new WeakMap<Uint8Array, Map<number, PoolKey>>();

/**
 * The key of pool `number`: the hash of the master secret and the number, tagged as in BIP-340 so that it is no hash of anything else.
 * @throws invariant for a number that is none
 */
export function poolKey(master: Uint8Array, number: number): PoolKey {
  invariant(Number.isInteger(number) && number >= 0, 'pools are counted from 0');
  const keys = made.get(master) ?? new Map<number, PoolKey>();
  made.set(master, keys);
  const key = keys.get(number) ?? makeKey(master, number);
  keys.set(number, key);
  return key;
}

function makeKey(master: Uint8Array, number: number): PoolKey {
  const secret = taggedHash('rialto/pool', master, uint32(number));
  const internalKey = publicKeyOf(secret).slice(1);
  return { secret, internalKey, pool: soloPool(internalKey), keys: { key: internalKey } };
}

function jointKeys({ needed: k, keys: all }: PoolSigners): Pick<PoolKey, 'pool' | 'keys'> {
  const keys = all.map(hexToBytes);
  return { pool: jointPool(k, keys), keys: { k, keys } };
}

/**
 * What a new lot is revealed by: known again after a crash, and never written down.
 * @param index of the lot among all that were ever inscribed on the script
 */
export function revealSecret(
  master: Uint8Array,
  number: number,
  { place, index }: { readonly place: Outpoint; readonly index: number },
): Uint8Array {
  const name = new TextEncoder().encode(place);
  return taggedHash('rialto/pool restock', master, uint32(number), name, uint32(index));
}

/** @throws invariant when the journal's pool has another key: then the file of the master secret was changed for another */
export function keyOfPool(master: Uint8Array, { number, script, signers }: EtchedPool): PoolKey {
  const own = poolKey(master, number);
  const key = signers === undefined ? own : { ...own, ...jointKeys(signers) };
  invariant(bytesToHex(key.pool.script) === script, `pool ${number} is of the master secret`);
  return key;
}
