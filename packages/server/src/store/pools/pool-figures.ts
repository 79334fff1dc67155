/** What the chain says of a pool in sums and lists: shares, swaps of a day, the latest moves. */
import type { PoolActKind } from '@rialto/market';
import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { poolCoins, poolMoves, pools } from '../schema/index.ts';
import type { PoolRow } from './pool-chain-store.ts';

export type MoveRow = typeof poolMoves.$inferSelect;

export async function poolOfRune(db: Queries, rune: string): Promise<PoolRow | undefined> {
  const [row] = await db.select().from(pools).where(eq(pools.rune, rune)).orderBy(pools.number).limit(1);
  return row;
}

export async function poolNumbered(db: Queries, number: number): Promise<PoolRow | undefined> {
  const [row] = await db.select().from(pools).where(eq(pools.number, number)).limit(1);
  return row;
}

/** Shares outside the share coin. */
export async function sharesOf(db: Queries, pool: number): Promise<bigint> {
  const [row] = await db
    .select({ shares: sql`coalesce(sum(${poolMoves.ds}), 0)`.mapWith(BigInt) })
    .from(poolMoves)
    .where(eq(poolMoves.pool, pool));
  return row?.shares ?? 0n;
}

const SWAPS: readonly PoolActKind[] = ['1x', '2x', 'x1', 'x2'];

/** Swaps in blocks of the last day: their sats, and how many. */
export async function dayOfPools(
  db: Queries,
  numbers: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, { readonly volume: bigint; readonly swaps: number }>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      pool: poolMoves.pool,
      volume: sql`sum(abs(${poolMoves.d1}))`.mapWith(BigInt),
      swaps: sql`count(*)`.mapWith(Number),
    })
    .from(poolMoves)
    .where(
      and(
        inArray(poolMoves.pool, [...numbers]),
        inArray(poolMoves.kind, [...SWAPS]),
        gte(poolMoves.at, new Date(now - 86_400_000)),
      ),
    )
    .groupBy(poolMoves.pool);
  return new Map(rows.map(({ pool, volume, swaps }) => [pool, { volume, swaps }]));
}

/** Swaps in blocks above a height. */
export async function swapsSince(db: Queries, pool: number, height: number): Promise<number> {
  const where = and(
    eq(poolMoves.pool, pool),
    inArray(poolMoves.kind, [...SWAPS]),
    gt(poolMoves.height, height),
  );
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(poolMoves)
    .where(where);
  return row?.count ?? 0;
}

/** The height at which the keeper of a pool last did something; undefined where he never did. */
export async function keptSince(db: Queries, pool: number): Promise<number | undefined> {
  const [row] = await db
    .select({ height: poolMoves.height })
    .from(poolMoves)
    .where(and(eq(poolMoves.pool, pool), eq(poolMoves.kind, 'refresh')))
    .orderBy(desc(poolMoves.height))
    .limit(1);
  return row?.height;
}

/** The latest moves of some kinds, of one script or of all. */
export async function latestMoves(
  db: Queries,
  pool: number,
  { kinds, script }: { readonly kinds: readonly PoolActKind[]; readonly script: string | undefined },
  most: number,
): Promise<MoveRow[]> {
  return db
    .select()
    .from(poolMoves)
    .where(
      and(
        eq(poolMoves.pool, pool),
        inArray(poolMoves.kind, [...kinds]),
        ...(script === undefined ? [] : [eq(poolMoves.script, script)]),
      ),
    )
    .orderBy(desc(poolMoves.height), desc(poolMoves.place))
    .limit(most);
}

/** Which block's transaction spent coins of pools: of those that are spent. */
export async function poolCoinFates(
  db: Queries,
  points: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (points.length === 0) return new Map();
  const rows = await db
    .select({ outpoint: poolCoins.outpoint, spentBy: poolCoins.spentBy })
    .from(poolCoins)
    .where(among(poolCoins.outpoint, points));
  return new Map(rows.map(({ outpoint, spentBy }) => [outpoint, spentBy]));
}
