/** Both sides of the books of an asset, by blocks alone and of one moment: inside one transaction that sees nothing change. */
import { MVC, blocks, coins, runeBalances, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { unitOf } from '@rialto/market';
import { knownRuneId } from '@rialto/protocols';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries } from '../database.ts';
import { bridgeDeposits, bridgeExits } from '../schema/index.ts';
import type { KnownAsset } from './asset-store.ts';

export interface Books {
  readonly btc: Tip;
  readonly mvc: Tip;
  /** Origin units. */
  readonly locked: bigint;
  /** What people hold of the wrapped token. */
  readonly wrapped: bigint;
  /** To depositors. */
  readonly owed: bigint;
  /** Of deposits that have left, or were signed for, and that no block has any more. */
  readonly undone: bigint;
}

/** @returns undefined while an index has no block */
export async function booksOf(db: Queries, { asset, keys }: KnownAsset): Promise<Books | undefined> {
  const [btc] = await db.select({ height: tip.height, hash: tip.hash }).from(tip);
  const [mvc] = await db
    .select({ height: MVC.blocks.height, hash: MVC.blocks.hash })
    .from(MVC.blocks)
    .orderBy(desc(MVC.blocks.height))
    .limit(1);
  if (btc === undefined || mvc === undefined) return undefined;
  const at = await lockedOf(db, asset.origin, keys.lockedScript);
  const ours = await unitsOf(db, [keys.stockHash, keys.inletHash], asset.token);
  const { owed, undone } = await owedOf(db, asset.id);
  return {
    ...{ btc, mvc, locked: at, owed, undone },
    wrapped: (asset.token.supply - ours) * unitOf(asset),
  };
}

const sumOf = (column: Parameters<typeof sql>[1]) => sql<string>`coalesce(sum(${column}), 0)`;

async function lockedOf(db: Queries, origin: KnownAsset['asset']['origin'], script: string): Promise<bigint> {
  const isThere = and(among(coins.script, [script]), isNull(coins.spentHeight));
  const [row] =
    origin.network === 'BTC'
      ? await db
          .select({ sum: sumOf(coins.value) })
          .from(coins)
          .where(isThere)
      : await db
          .select({ sum: sumOf(runeBalances.amount) })
          .from(coins)
          .innerJoin(runeBalances, eq(runeBalances.outpoint, coins.outpoint))
          .where(and(isThere, eq(runeBalances.rune, knownRuneId(origin.rune))));
  return BigInt(row?.sum ?? '0');
}

async function unitsOf(
  db: Queries,
  holders: readonly string[],
  { codehash, genesis }: KnownAsset['asset']['token'],
): Promise<bigint> {
  const { coins: mined } = MVC;
  const [row] = await db
    .select({ sum: sumOf(mined.units) })
    .from(mined)
    .where(
      and(
        ...[inArray(mined.holder, [...holders]), eq(mined.codehash, codehash), eq(mined.genesis, genesis)],
        ...[isNull(mined.spentBy), eq(mined.verdict, 'genuine')],
      ),
    );
  return BigInt(row?.sum ?? '0');
}

/**
 * A deposit is owed until a block has a build of its exit. What MVC has is looked up here and now: what was noted of it is of a moment ago,
 * and half of a block would look like a break.
 */
async function owedOf(
  db: Queries,
  asset: string,
): Promise<{ readonly owed: bigint; readonly undone: bigint }> {
  const { amount, height, name, status, core } = bridgeDeposits;
  const { transactions } = MVC;
  const onMvc = (of: SQLWrapper) =>
    sql`exists (select 1 from ${transactions} where ${transactions.core} = ${of})`;
  const isThere = sql`case when ${core} is null then ${height} is not null else ${onMvc(core)} end`;
  const hasLeft = sql`exists (select 1 from ${bridgeExits} where ${bridgeExits.deposit} = ${name}
    and case when ${bridgeExits.chain} = 'btc' then ${bridgeExits.height} is not null else ${onMvc(bridgeExits.id)} end)`;
  const [row] = await db
    .select({
      owed: sql<string>`coalesce(sum(${amount}) filter (where ${isThere} and not ${hasLeft}), 0)`,
      undone: sql<string>`coalesce(sum(${amount}) filter (where not ${isThere} and ${status} <> 'gone' and ${hasLeft}), 0)`,
    })
    .from(bridgeDeposits)
    .where(eq(bridgeDeposits.asset, asset));
  return { owed: BigInt(row?.owed ?? '0'), undone: BigInt(row?.undone ?? '0') };
}

/** Coins that a reserve names one by one. */
export interface ReserveCoin {
  readonly name: string;
  readonly outpoint: string;
  readonly value: bigint;
  readonly units: bigint;
  readonly height: number | null;
}

export async function lockedCoins(db: Queries, { asset, keys }: KnownAsset): Promise<ReserveCoin[]> {
  const rune = asset.origin.network === 'RUNES' ? knownRuneId(asset.origin.rune) : undefined;
  const rows = await db
    .select({
      ...{ outpoint: coins.outpoint, value: coins.value, height: coins.height },
      units: sql<string>`coalesce(${runeBalances.amount}, 0)`,
    })
    .from(coins)
    .leftJoin(
      runeBalances,
      rune === undefined
        ? sql`false`
        : and(eq(runeBalances.outpoint, coins.outpoint), eq(runeBalances.rune, rune)),
    )
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
