/** Ways home that the database has lost: the signer's journal has them as it handed them out. */
import { splitOutpoint } from '@rialto/protocols';
import { readExit } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { lanesWithoutExit, writeExits } from '../../store/pools/pool-exit-store.ts';
import type { PoolContext } from '../context.ts';

/** Of lanes that blocks have and that this signer signed for: they are kept before a lane is made, so usually there are none. */
export async function findLostExits(context: PoolContext): Promise<void> {
  const { store, custody, verifier } = context;
  try {
    for (const { lane, pool } of await lanesWithoutExit(store.db)) {
      const texts = await custody.poolExits(splitOutpoint(lane).txid);
      const own = texts
        .map((text) => ({ text, ...readExit(text, verifier) }))
        .filter((exit) => exit.lane.outpoint === lane);
      const rows = own.map(({ text: exit, locktime: height }) => ({ lane, pool, height, exit }));
      await store.transact((tx) => writeExits(tx, rows));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
