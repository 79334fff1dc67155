/** A chain that was made before comes into the index of MVC: how many transactions a second, every tenth of which moves a token. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openMvcLedger } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import { startMvcFollower } from '../../../src/mvc/follower/mvc-follower.ts';
import { openStore } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import type { Figure } from '../figure.ts';
import { timed } from '../figure.ts';
import { madeChain } from './mvc-chain.ts';
import type { MvcSize } from './mvc-stage.ts';

const GOAL = 2_000;
const LOOK_MS = 10;
const WAIT_MS = 600_000;

export async function measureMvcIndex({ blocks, transactions }: MvcSize['index']): Promise<Figure[]> {
  const made = madeChain(blocks, transactions);
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  try {
    await migrate(store.pool);
    const ledger = openMvcLedger(store.pool);
    const warn = (message: string, detail: object): void => {
      throw new Error(`${message} ${JSON.stringify(detail)}`);
    };
    const until = Date.now() + WAIT_MS;
    const took = await timed(async () => {
      const follower = startMvcFollower({ store, chain: made.chain, startHeight: 0, pauseMs: LOOK_MS, warn });
      while ((await ledger.tip())?.height !== blocks) {
        if (Date.now() > until) throw new Error('the index does not follow');
        await sleep(LOOK_MS);
      }
      await follower.stop();
    });
    const { rows } = await store.pool.query<{ units: string; verdicts: string }>(
      `select coalesce(sum(units), 0)::text as units, string_agg(distinct verdict, ',') as verdicts
        from mvc.coin where units is not null and spent_by is null`,
    );
    const [found] = rows;
    if (found?.units !== made.units.toString() || found.verdicts !== 'genuine')
      throw new Error(`the index has ${found?.units ?? 'no'} units, ${found?.verdicts ?? ''}`);
    const value = (made.transactions / took) * 1_000;
    const share = ((100 * made.tokens) / made.transactions).toFixed(0);
    return [
      {
        ...{ name: 'mvc.index', value, unit: 'transactions/s' },
        ...{
          goal: `>= ${GOAL}: ${made.transactions} in ${blocks + 1} blocks, ${share} % move a token, scripts not verified`,
          ok: value >= GOAL,
        },
      },
    ];
  } finally {
    await store.close();
    await database.drop();
  }
}
