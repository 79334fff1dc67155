/** Ways home that the database has lost: the signers' journals have them as they handed them out. */
import { splitOutpoint } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { lanesWithoutExit, writeExits } from '../../store/pools/pool-exit-store.ts';
import type { LostLane, PoolExitRow } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';

const AGAIN_MS = 3_600_000;

/**
 * Of lanes that blocks have and that our signers signed for: they are kept before a lane is made, so usually there are none.
 * @returns looks once; what no signer has either is asked for again in an hour, when one may have its journal back
 */
export function openLostExits(context: PoolContext): () => Promise<void> {
  const { store, now } = context;
  const nowhere = new Map<string, number>();
  return async () => {
    for (const lost of await lanesWithoutExit(store.db)) {
      if (now() < (nowhere.get(lost.lane) ?? 0) + AGAIN_MS) continue;
      try {
        const rows = await foundFor(context, lost);
        if (rows.length === 0) nowhere.set(lost.lane, now());
        else await store.transact((tx) => writeExits(tx, rows));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  };
}

async function foundFor(
  { custody, verifier }: Pick<PoolContext, 'custody' | 'verifier'>,
  { lane, pool }: LostLane,
): Promise<readonly PoolExitRow[]> {
  const texts = await custody.poolExits(splitOutpoint(lane).txid);
  return texts
    .map((text) => ({ text, ...readExit(text, verifier) }))
    .filter((exit) => exit.lane.outpoint === lane)
    .map(({ text: exit, locktime: height }) => ({ lane, pool, height, exit }));
}
