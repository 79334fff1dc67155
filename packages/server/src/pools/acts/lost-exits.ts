/** Ways home that the database has lost: the signer's journal has them as it handed them out. */
import { splitOutpoint } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { lanesWithoutExit, writeExits } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';

/**
 * Of lanes that blocks have and that this signer signed for: they are kept before a lane is made, so usually there are none.
 * @returns looks once; what the signer has not got either is not asked for again
 */
export function openLostExits({ store, custody, verifier }: PoolContext): () => Promise<void> {
  const nowhere = new Set<string>();
  return async () => {
    try {
      for (const { lane, pool } of await lanesWithoutExit(store.db)) {
        if (nowhere.has(lane)) continue;
        const texts = await custody.poolExits(splitOutpoint(lane).txid);
        const own = texts
          .map((text) => ({ text, ...readExit(text, verifier) }))
          .filter((exit) => exit.lane.outpoint === lane);
        const rows = own.map(({ text: exit, locktime: height }) => ({ lane, pool, height, exit }));
        if (rows.length === 0) nowhere.add(lane);
        else await store.transact((tx) => writeExits(tx, rows));
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
}
