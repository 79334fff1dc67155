/** Coins on the bridge's scripts of Bitcoin that nobody has looked at yet, and whose those are that they were made of. */
import { coins, mempoolCoins } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeOwnCoins } from '../schema/index.ts';

/** Neither a deposit nor known as ours. @param name of the coin */
export const isUnknown = (name: SQL): SQL =>
  sql`not exists (select 1 from ${bridgeDeposits} where ${bridgeDeposits.name} = ${name})
    and not exists (select 1 from ${bridgeOwnCoins} where ${bridgeOwnCoins.name} = ${name})`;

export interface NewBtcCoin {
  readonly outpoint: Outpoint;
  readonly value: bigint;
  readonly height: number | null;
}

/** Unspent ones of a locked script, waiting ones too, that are neither a deposit nor known as ours. */
export async function newBtcCoins(db: Queries, script: string, most: number): Promise<NewBtcCoin[]> {
  const named = (column: SQLWrapper) => sql`'btc:' || ${column}`;
  return unionAll(
    db
      .select({
        ...{ outpoint: coins.outpoint, value: coins.value },
        height: sql<number | null>`${coins.height}`,
      })
      .from(coins)
      .where(and(among(coins.script, [script]), isNull(coins.spentHeight), isUnknown(named(coins.outpoint)))),
    db
      .select({
        ...{ outpoint: mempoolCoins.outpoint, value: mempoolCoins.value },
        height: sql<number | null>`null::int`,
      })
      .from(mempoolCoins)
      .where(and(among(mempoolCoins.script, [script]), isUnknown(named(mempoolCoins.outpoint)))),
  ).limit(most);
}

/** Of those of these coins that are followed and that a block has spent. */
export async function spentHeightsOf(
  db: Queries,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<Outpoint, number>> {
  const rows = await db
    .select({ outpoint: coins.outpoint, height: coins.spentHeight })
    .from(coins)
    .where(inArray(coins.outpoint, [...points]));
  return new Map(rows.flatMap(({ outpoint: point, height }) => (height === null ? [] : [[point, height]])));
}

interface FollowedCoin {
  readonly script: string;
  readonly value: bigint;
}

/** Those of these coins that are followed, spent or not: by blocks and by the mempool in one statement. */
export async function followedAmong(
  db: Queries,
  points: readonly Outpoint[],
): Promise<ReadonlyMap<Outpoint, FollowedCoin>> {
  if (points.length === 0) return new Map();
  const of = (table: typeof coins | typeof mempoolCoins) =>
    db
      .select({ outpoint: table.outpoint, script: table.script, value: table.value })
      .from(table)
      .where(inArray(table.outpoint, [...points]));
  const rows = await unionAll(of(coins), of(mempoolCoins));
  return new Map(rows.map(({ outpoint: point, ...coin }) => [point, coin]));
}
