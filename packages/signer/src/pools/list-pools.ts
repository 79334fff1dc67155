/** The pools that the signer has, for whoever serves them: numbers, scripts and keys; what they hold anybody reads from the chain. */
import type { KnownPool } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { EtchedPool } from '../journal/pool-recall.ts';
import { keyOfPool } from './pool-keys.ts';
import type { PoolParts } from './pool-parts.ts';
import type { PoolView, PoolViews } from './pool-view.ts';

export async function listPools(parts: PoolParts): Promise<{ pools: KnownPool[] }> {
  const { poolMaster, journal, poolViews } = parts;
  if (poolMaster === undefined) return { pools: [] };
  const { pools } = journal.recall;
  const views = await seen(poolViews, pools.pools());
  return {
    pools: pools.pools().map((pool) => {
      const { number, script, etchTxid } = pool;
      const view = views.get(number);
      return {
        number,
        script,
        pubkey: bytesToHex(keyOfPool(poolMaster, pool).internalKey),
        etchTxid,
        signers: pool.signers ?? null,
        token: view?.token ?? pools.signed(number).at(-1)?.token ?? null,
        shareCoin: view?.shareCoin?.outpoint ?? null,
        stopped: parts.stopped() || parts.isPoolStopped(number),
      };
    }),
  };
}

/** A pool whose coins cannot be told now is listed all the same. */
async function seen(
  poolViews: PoolViews,
  pools: readonly EtchedPool[],
): Promise<ReadonlyMap<number, PoolView>> {
  try {
    const views = await poolViews.views(pools.map(({ number }) => number));
    return new Map([...views].flatMap(([number, view]) => (view instanceof Refusal ? [] : [[number, view]])));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}
