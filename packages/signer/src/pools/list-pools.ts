/** The pools that the signer has, for whoever serves them: numbers, scripts and keys; what they hold anybody reads from the chain. */
import type { KnownPool } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { keyOfPool } from './pool-keys.ts';
import type { PoolParts } from './pool-sign.ts';
import type { PoolView } from './pool-view.ts';

export async function listPools(parts: PoolParts): Promise<{ pools: KnownPool[] }> {
  const { poolMaster, journal, poolViews } = parts;
  if (poolMaster === undefined) return { pools: [] };
  const pools: KnownPool[] = [];
  for (const pool of journal.recall.pools.pools()) {
    const { number, script, etchTxid } = pool;
    const view = await seen(poolViews.view(number));
    pools.push({
      number,
      script,
      pubkey: bytesToHex(keyOfPool(poolMaster, pool).internalKey),
      etchTxid,
      signers: pool.signers ?? null,
      rune: view?.rune ?? journal.recall.pools.signed(number).at(-1)?.rune ?? null,
      shareCoin: view?.shareCoin?.outpoint ?? null,
      stopped: parts.stopped() || parts.isPoolStopped(number),
    });
  }
  return { pools };
}

/** A pool whose coins cannot be told now is listed all the same. */
async function seen(view: Promise<PoolView>): Promise<PoolView | undefined> {
  try {
    return await view;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
