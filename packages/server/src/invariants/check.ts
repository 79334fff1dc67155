/** Looks whether every promise of the exchange's rows and transactions holds: one read-only snapshot, bounded in time. */
import type { Chain } from '@rialto/ground';
import type pg from 'pg';
import { missingPoolCoins } from './pool-chain.ts';
import { ROW_INVARIANTS } from './rows.ts';
import { checkTakes, lostTransactions, recentTakes } from './transactions.ts';
import type { Found, SentTake } from './transactions.ts';

const STATEMENT_MS = 3_000;
const EXAMPLES = 3;

export interface CheckParts {
  readonly pool: pg.Pool;
  readonly chain: Pick<Chain, 'mempool' | 'transaction' | 'unspentAt' | 'spendingOf'>;
}

/** The invariants that do not hold, each with a few of the rows that break it; empty when all is well. */
export async function brokenInvariants({ pool, chain }: CheckParts): Promise<Found[]> {
  const { broken, takes } = await lookAtRows(pool);
  const found = [
    ...broken,
    ...(await checkTakes(takes)),
    ...(await lostTransactions(pool, chain)),
    ...(await missingPoolCoins(pool, chain)),
  ];
  return found.map(({ name, rows }) => ({ name, rows: rows.slice(0, EXAMPLES) }));
}

/** All of one moment: what one query sees the next one sees. */
async function lookAtRows(pool: pg.Pool): Promise<{ broken: Found[]; takes: SentTake[] }> {
  const client = await pool.connect();
  let sound = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = ${STATEMENT_MS}`);
    // It may take its time, but no other's: one processor is enough for what nobody waits for.
    await client.query('set local max_parallel_workers_per_gather = 0');
    const broken: Found[] = [];
    for (const { name, sql } of ROW_INVARIANTS) {
      const { rows } = await client.query<Record<string, unknown>>(`${sql} limit ${EXAMPLES}`);
      if (rows.length > 0) broken.push({ name, rows: rows.map((row) => JSON.stringify(row)) });
    }
    const takes = await recentTakes(client);
    await client.query('commit');
    sound = true;
    return { broken, takes };
  } finally {
    // One that failed inside the snapshot is closed, and the snapshot with it.
    client.release(!sound);
  }
}
