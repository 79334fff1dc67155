/** Pools on MVC in the index: opening one marks the coins that are its own already, and tells what was done with them. */
import { MVC, poolFacts } from '@rialto/ground';
import type { MvcPoolFacts, MvcTables } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import { eq, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../../store/database.ts';
import { PoolBook } from '../pool-book.ts';
import type { Writing } from './index-tables.ts';
import { tracePool } from './trace-pool.ts';

/** All pools; none is opened until the transaction ends. */
export async function lockedPools({ tx, tables }: Writing): Promise<PoolBook> {
  await tx.execute(sql`lock table ${tables.pools} in share mode`);
  return bookOf(tx, tables);
}

export async function bookOf(db: Queries, { pools }: MvcTables): Promise<PoolBook> {
  const rows = await db.select().from(pools).orderBy(pools.number);
  return new PoolBook(rows.map(poolFacts));
}

/**
 * Opens a pool in the index. Coins of it that are in blocks are its own at once; what waits follows with the follower's next look. The
 * follower waits for the end of the transaction.
 * @returns those of the first coins that no block has, or that do not lie on the pool's scripts: they are the pool's once they do
 */
export async function addPool(
  tx: Tx,
  { token, share, firstCoins, ...facts }: Omit<MvcPoolFacts, 'stopped'>,
): Promise<readonly Outpoint[]> {
  const { pools } = MVC;
  await tx.execute(sql`lock table ${pools} in share row exclusive mode`);
  await tx.insert(pools).values({
    ...facts,
    ...{ codehash: token.codehash, genesis: token.genesis },
    ...{ shareCodehash: share.codehash, shareGenesis: share.genesis },
    firstCoins: [...firstCoins],
  });
  const writing = { tx, tables: MVC };
  const marked = await tracePool(writing, await bookOf(tx, MVC), { number: facts.number, firstCoins });
  return firstCoins.filter((point) => !marked.has(point));
}

/** Stops the swaps of a pool, or lets them go on. */
export async function stopPool(tx: Tx, number: number, stopped: boolean): Promise<void> {
  await tx.update(MVC.pools).set({ stopped }).where(eq(MVC.pools.number, number));
}
