/** What the chain says of a pool in sums and lists: shares, swaps of a day, the latest moves. */
import type { PoolActKind } from '@rialto/market';
import { runes, tokens } from '@rialto/ground';
import type { AssetId } from '@rialto/protocols';
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { fills, poolCoins, poolMoves, pools } from '../schema/index.ts';
import type { PoolRow } from './pool-chain-store.ts';
import { JOINED, isTheRune, isTheToken, tradedToken } from './traded-token.ts';
import type { TradedToken } from './traded-token.ts';

export type MoveRow = typeof poolMoves.$inferSelect;

/** The one that trades it, or else the last that did. */
export async function poolOfToken(db: Queries, token: AssetId): Promise<PoolRow | undefined> {
  const [row] = await db
    .select()
    .from(pools)
    .where(eq(pools.token, token))
    .orderBy(sql`${pools.closedHeight} desc nulls first`, pools.number)
    .limit(1);
  return row;
}

export async function poolNumbered(db: Queries, number: number): Promise<PoolRow | undefined> {
  const [row] = await db.select().from(pools).where(eq(pools.number, number)).limit(1);
  return row;
}

/** What all acts in blocks have done: units that are in, and shares outside the share coin. */
export interface PoolSums {
  readonly units: bigint;
  readonly shares: bigint;
}

export const NOTHING_MOVED: PoolSums = { units: 0n, shares: 0n };

export async function sumsOf(db: Queries, pool: number): Promise<PoolSums> {
  return (await sumsOfPools(db, [pool])).get(pool) ?? NOTHING_MOVED;
}

/** By number, of those that were ever acted on. */
export async function sumsOfPools(
  db: Queries,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PoolSums>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      pool: poolMoves.pool,
      units: sql`sum(${poolMoves.d2})`.mapWith(BigInt),
      shares: sql`sum(${poolMoves.ds})`.mapWith(BigInt),
    })
    .from(poolMoves)
    .where(inArray(poolMoves.pool, [...numbers]))
    .groupBy(poolMoves.pool);
  return new Map(rows.map(({ pool, units, shares }) => [pool, { units, shares }]));
}

export const SWAPS: readonly PoolActKind[] = ['1x', '2x', 'x1', 'x2'];

/** Pools that are open and trade something. */
export async function tradedPools(
  db: Queries,
): Promise<{ readonly pool: PoolRow; readonly token: TradedToken }[]> {
  const rows = await db
    .select({ pool: pools, ...JOINED })
    .from(pools)
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .where(and(isNotNull(pools.token), isNull(pools.closedHeight)))
    .orderBy(asc(pools.number));
  return rows.flatMap(({ pool, ...joined }) => {
    const token = tradedToken(joined);
    return token === undefined ? [] : [{ pool, token }];
  });
}

/** Swaps in blocks of the last day, by the asset that is traded: their sats, what they paid the operator, and how many. */
export async function dayOfPools(
  db: Queries,
  assets: readonly string[],
  now: number,
): Promise<
  ReadonlyMap<string, { readonly volume: bigint; readonly serviceFees: bigint; readonly swaps: number }>
> {
  if (assets.length === 0) return new Map();
  const rows = await db
    .select({
      asset: fills.assetId,
      volume: sql`sum(${fills.sats})`.mapWith(BigInt),
      serviceFees: sql`sum(${fills.serviceFee})`.mapWith(BigInt),
      swaps: sql`count(*)`.mapWith(Number),
    })
    .from(fills)
    .where(
      and(
        eq(fills.kind, 'pool'),
        among(fills.assetId, assets),
        isNull(fills.excluded),
        gte(fills.at, new Date(now - 86_400_000)),
      ),
    )
    .groupBy(fills.assetId);
  return new Map(rows.map(({ asset, ...day }) => [asset, day]));
}

/** A swap that a block has, and what it traded. */
export interface UntoldSwap {
  readonly move: MoveRow;
  readonly pool: PoolRow;
  readonly token: TradedToken;
}

/** Those from a height on that no fill is of yet and whose token is written. */
export async function swapsWithoutFill(db: Queries, from: number): Promise<UntoldSwap[]> {
  const isTold = and(eq(fills.kind, 'pool'), eq(fills.reference, poolMoves.txid));
  const rows = await db
    .select({ move: poolMoves, pool: pools, ...JOINED })
    .from(poolMoves)
    .innerJoin(pools, eq(pools.number, poolMoves.pool))
    .leftJoin(runes, isTheRune(pools.token))
    .leftJoin(tokens, isTheToken(pools.token))
    .leftJoin(fills, isTold)
    .where(and(gte(poolMoves.height, from), inArray(poolMoves.kind, [...SWAPS]), isNull(fills.txid)))
    .orderBy(asc(poolMoves.height), asc(poolMoves.place));
  return rows.flatMap(({ move, pool, ...joined }) => {
    const token = tradedToken(joined);
    return token === undefined ? [] : [{ move, pool, token }];
  });
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
