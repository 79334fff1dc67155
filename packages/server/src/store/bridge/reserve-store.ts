/** Coins that the reserves name one by one, and which of them are settled; by blocks alone. */
import { MVC, blocks, coins, runeBalances } from '@rialto/ground';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits } from '../schema/index.ts';
import type { KnownAsset } from './asset-store.ts';
import { lockedLots } from './lot-store.ts';
import type { ReserveCoin } from './reserve-coin.ts';
import { isPure, unitsOn } from './pure-coin.ts';

/** Of BRC-20 what lies in lots, whatever is beside them: what is paid in lies on no coin. */
export async function lockedCoins(db: Queries, known: KnownAsset): Promise<ReserveCoin[]> {
  const { asset, keys } = known;
  if (asset.origin.network === 'BRC20') return byCoin(await lockedLots(db, known));
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

function byCoin(lots: readonly ReserveCoin[]): ReserveCoin[] {
  const coinsWith = new Map<string, ReserveCoin>();
  for (const lot of lots) {
    const before = coinsWith.get(lot.outpoint)?.units ?? 0n;
    coinsWith.set(lot.outpoint, { ...lot, units: before + lot.units, pure: true });
  }
  return [...coinsWith.values()];
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
