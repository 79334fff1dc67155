/** Ways home that the database has lost: the signers' journals have them as they handed them out. */
import { hexToBytes, splitOutpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { lanesWithoutExit, writeExits } from '../../store/pools/pool-exit-store.ts';
import type { LostLane, PoolExitRow } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';
import { exitRow } from './exit-row.ts';

const AGAIN_MS = 3_600_000;
/** After a signer that may have it did not answer. */
const SOON_MS = 60_000;

/**
 * Of lanes that blocks have and that our signers signed for: they are kept before a lane is made, so usually there are none.
 * @returns looks once; what no signer has either is asked for again in an hour, when one may have its journal back. One that does not
 *   answer ends the look: the next one goes on with the other lanes
 */
export function openLostExits(context: PoolContext): () => Promise<void> {
  const { store, now } = context;
  const nextAsk = new Map<string, number>();
  return async () => {
    for (const lost of await lanesWithoutExit(store.db)) {
      if (now() < (nextAsk.get(lost.lane) ?? 0)) continue;
      try {
        const found = await foundFor(context, lost);
        if (found === undefined) nextAsk.set(lost.lane, now() + AGAIN_MS);
        else await store.transact((tx) => writeExits(tx, [found]));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        nextAsk.set(lost.lane, now() + SOON_MS);
        return;
      }
    }
  };
}

/** The first good one: one signer may be wrong where another is right. */
async function foundFor(
  { custody, verifier }: Pick<PoolContext, 'custody' | 'verifier'>,
  { lane, pool, script }: LostLane,
): Promise<PoolExitRow | undefined> {
  const texts = await custody.poolExits(splitOutpoint(lane).txid);
  const own = { number: pool, script: hexToBytes(script) };
  return texts.map((text) => readable(text, own, verifier)).find((row) => row?.lane === lane);
}

function readable(...read: Parameters<typeof exitRow>): PoolExitRow | undefined {
  try {
    return exitRow(...read);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
