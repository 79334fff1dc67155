/** Coins that the reserves name one by one, and which of them are settled; by blocks alone. */
import { MVC, blocks, coins, runeBalances } from '@rialto/ground';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits } from '../schema/index.ts';
import type { KnownAsset } from './asset-store.ts';
import { isPure, unitsOn } from './pure-coin.ts';

/** Coins that a reserve names one by one. */
export interface ReserveCoin {
  readonly name: string;
  readonly outpoint: string;
  readonly value: bigint;
  readonly units: bigint;
  readonly height: number | null;
  /** Nothing but the asset lies on it. */
  readonly pure: boolean;
}

export async function lockedCoins(db: Queries, { asset, keys }: KnownAsset): Promise<ReserveCoin[]> {
  const { balances = runeBalances, isOf } = unitsOn(asset.origin);
  const rows = await db
    .select({
      ...{ outpoint: coins.outpoint, value: coins.value, height: coins.height },
      units: sql<string>`coalesce(${balances.amount}, 0)`,
      pure: isPure(asset),
    })
    .from(coins)
    .leftJoin(balances, and(eq(balances.outpoint, coins.outpoint), isOf))
    .where(and(among(coins.script, [keys.lockedScript]), isNull(coins.spentHeight)))
    .orderBy(coins.height, coins.outpoint);
  return rows.map(({ units, ...row }) => ({ ...row, name: `btc:${row.outpoint}`, units: BigInt(units) }));
}

/** Names of deposits that are settled: their coins are ours. */
export async function settledAmong(db: Queries, asset: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ name: bridgeDeposits.name })
    .from(bridgeDeposits)
    .where(
      and(
        eq(bridgeDeposits.asset, asset),
        eq(bridgeDeposits.status, 'done'),
        isNotNull(bridgeDeposits.height),
      ),
    );
  return new Set(rows.map(({ name }) => name));
}

/** Seconds between blocks by the last of them, for estimates. */
export async function blockSeconds(db: Queries, most: number): Promise<{ btc: number; mvc: number }> {
  const of = async (times: Promise<{ time: number }[]>): Promise<number> => {
    const all = await times;
    const [newest, oldest] = [all[0], all.at(-1)];
    if (newest === undefined || oldest === undefined || all.length < 2) return USUAL_SECONDS;
    return Math.max(1, Math.round((newest.time - oldest.time) / (all.length - 1)));
  };
  return {
    btc: await of(db.select({ time: blocks.time }).from(blocks).orderBy(desc(blocks.height)).limit(most)),
    mvc: await of(
      db.select({ time: MVC.blocks.time }).from(MVC.blocks).orderBy(desc(MVC.blocks.height)).limit(most),
    ),
  };
}

const USUAL_SECONDS = 600;
