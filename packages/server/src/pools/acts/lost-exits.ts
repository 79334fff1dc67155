/** Ways home that the database has lost: the signer's journal has them as it handed them out. */
import { splitOutpoint } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { lanesWithoutExit, writeExits } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';

const AGAIN_MS = 3_600_000;

/**
 * Of lanes that blocks have and that this signer signed for: they are kept before a lane is made, so usually there are none.
 * @returns looks once; what the signer has not got either is asked for again in an hour, when it may have its journal back
 */
export function openLostExits({ store, custody, verifier, now }: PoolContext): () => Promise<void> {
  const nowhere = new Map<string, number>();
  return async () => {
    try {
      for (const { lane, pool } of await lanesWithoutExit(store.db)) {
        if (now() < (nowhere.get(lane) ?? 0) + AGAIN_MS) continue;
        const texts = await custody.poolExits(splitOutpoint(lane).txid);
        const own = texts
          .map((text) => ({ text, ...readExit(text, verifier) }))
          .filter((exit) => exit.lane.outpoint === lane);
        const rows = own.map(({ text: exit, locktime: height }) => ({ lane, pool, height, exit }));
        if (rows.length === 0) nowhere.set(lane, now());
        else await store.transact((tx) => writeExits(tx, rows));
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
}
