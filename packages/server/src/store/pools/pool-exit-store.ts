/** The signed ways home of lanes, as the signer wrote them. */
import { poolCoins, poolExits, poolMoves, pools } from '../schema/index.ts';
import type { Outpoint } from '@rialto/protocols';
import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { notifyExit } from '../notices.ts';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';

export type PoolExitRow = typeof poolExits.$inferSelect;

export async function writeExits(tx: Tx, rows: readonly PoolExitRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(poolExits)
    .values([...rows])
    .onConflictDoUpdate({
      target: poolExits.lane,
      set: { height: sql`excluded.height`, exit: sql`excluded.exit` },
    });
  for (const { lane } of rows) await notifyExit(tx, lane);
}

export async function exitsOfLanes(db: Queries, lanes: readonly string[]): Promise<PoolExitRow[]> {
  if (lanes.length === 0) return [];
  return db.select().from(poolExits).where(among(poolExits.lane, lanes));
}

/** Of lanes that were paid out: what the first transaction of a way home leaves to others may still be sent. */
export async function exitsUsed(db: Queries, pool: number): Promise<PoolExitRow[]> {
  const rows = await db
    .select({ exit: poolExits })
    .from(poolExits)
    .innerJoin(poolCoins, eq(poolCoins.outpoint, poolExits.lane))
    .innerJoin(poolMoves, and(eq(poolMoves.txid, poolCoins.spentBy), eq(poolMoves.kind, 'exit')))
    .where(eq(poolExits.pool, pool));
  return rows.map(({ exit }) => exit);
}

export interface LostLane {
  readonly lane: Outpoint;
  readonly pool: number;
  /** Of the pool, in hex. */
  readonly script: string;
}

/** Lanes that blocks have and whose way home is not written; those of BRC-20 pools have none (pools §12). */
export async function lanesWithoutExit(db: Queries): Promise<LostLane[]> {
  const rows = await db
    .select({ lane: poolCoins.outpoint, pool: poolCoins.pool, script: pools.script })
    .from(poolCoins)
    .leftJoin(poolExits, eq(poolExits.lane, poolCoins.outpoint))
    .innerJoin(pools, eq(pools.number, poolCoins.pool))
    .where(
      and(
        eq(poolCoins.role, 'lane'),
        isNull(poolCoins.spentHeight),
        isNull(poolExits.lane),
        sql`${pools.token} like 'rune:%'`,
      ),
    );
  // Written by us alone, as outpoints.
  return rows.map((row) => ({ ...row, lane: row.lane as Outpoint }));
}

/** Blocks after which nobody needs the way home of a lane that was spent. */
const DEEP = 144;

export async function dropOldExits(db: Queries, tip: number): Promise<void> {
  const spent = db
    .select({ lane: poolCoins.outpoint })
    .from(poolCoins)
    .where(and(isNotNull(poolCoins.spentHeight), lt(poolCoins.spentHeight, tip - DEEP)));
  await db.delete(poolExits).where(inArray(poolExits.lane, spent));
}
