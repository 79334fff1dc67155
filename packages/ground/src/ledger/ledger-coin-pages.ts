/** Parts of the coins of a followed script, cut out by the database: anybody may send an address coins by the thousand. */
import { bytesToHex } from '@rialto/protocols';
import type { Outpoint, Sats, ScriptHex } from '@rialto/protocols';
import { and, count, desc, eq, gte, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { FollowedCoin } from './ledger-coins.ts';
import type { Select } from './ledger-select.ts';
import {
  coins,
  followedScripts,
  locations,
  mempoolCoins,
  mrc20Holdings,
  pinLocations,
  runeBalances,
  tip,
} from '../schema/index.ts';

export interface CoinQuery {
  readonly from: number;
  readonly size: number;
  /** Those that wait in the mempool, too. */
  readonly unconfirmed: boolean;
  /** Young coinbases, too. */
  readonly immature: boolean;
}

export interface CoinPage {
  /** Coins there are, on all pages. */
  readonly total: number;
  readonly coins: readonly FollowedCoin[];
}

export interface PayingQuery {
  readonly first: 'largest' | 'smallest';
  readonly least: Sats;
  readonly greatest?: Sats;
  readonly except: readonly Outpoint[];
  readonly most: number;
}

/** A coinbase cannot be spent earlier (Bitcoin Core `consensus.h`). */
export const MATURITY = 100;

const hexOf = (script: Uint8Array): ScriptHex => bytesToHex(script) as ScriptHex;

/** False when its coins are not read from the node yet. */
export async function isFollowed(db: Select, script: Uint8Array): Promise<boolean> {
  const [row] = await db
    .select()
    .from(followedScripts)
    .where(eq(followedScripts.script, hexOf(script)));
  return row?.scannedHeight !== undefined && row.scannedHeight !== null;
}

const unspentOf = (script: Uint8Array): SQL | undefined =>
  and(eq(coins.script, hexOf(script)), isNull(coins.spentHeight));

/** Not in a young coinbase. */
const isMature = or(
  eq(coins.coinbase, false),
  lte(coins.height, sql`(select ${tip.height} from ${tip}) - ${MATURITY - 1}`),
);

/** While a block comes in, a coin may be in both tables. */
const isWaitingOnly = (db: Select): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(coins)
      .where(and(eq(coins.outpoint, mempoolCoins.outpoint), isNull(coins.spentHeight))),
  );

/** Coins of a script from one place of the list on, the largest first; equal ones by their outpoint. */
export async function coinPageOf(db: Select, script: Uint8Array, query: CoinQuery): Promise<CoinPage> {
  const confirmed = query.immature ? unspentOf(script) : and(unspentOf(script), isMature);
  const waiting = query.unconfirmed
    ? and(eq(mempoolCoins.script, hexOf(script)), isWaitingOnly(db))
    : sql`false`;
  const { outpoint, value, height, coinbase } = coins;
  const rows = unionAll(
    db
      .select({ outpoint, value, height: sql<number | null>`${height}`.as('height'), coinbase })
      .from(coins)
      .where(confirmed),
    db
      .select({
        outpoint: mempoolCoins.outpoint,
        value: mempoolCoins.value,
        height: sql<number | null>`null::integer`.as('height'),
        coinbase: sql<boolean>`false`.as('coinbase'),
      })
      .from(mempoolCoins)
      .where(waiting),
  )
    .orderBy(sql`value desc, outpoint`)
    .offset(query.from)
    .limit(query.size);
  const [page, [settled], [coming]] = await Promise.all([
    rows,
    db.select({ total: count() }).from(coins).where(confirmed),
    db.select({ total: count() }).from(mempoolCoins).where(waiting),
  ]);
  return {
    total: (settled?.total ?? 0) + (coming?.total ?? 0),
    coins: page.map(({ height: at, ...coin }) => ({
      ...coin,
      script,
      ...(at === null ? {} : { height: at }),
    })),
  };
}

/** Nothing lies on it, of any ledger. */
const isBare = (db: Select): SQL | undefined =>
  and(
    ...[locations, runeBalances, pinLocations, mrc20Holdings].map((table) =>
      notExists(
        db
          .select({ one: sql`1` })
          .from(table)
          .where(eq(table.outpoint, coins.outpoint)),
      ),
    ),
  );

/** The largest, or the smallest, coins in blocks that carry nothing and can be spent. */
export async function payingCoinsOf(
  db: Select,
  script: Uint8Array,
  { first, least, greatest, except, most }: PayingQuery,
): Promise<FollowedCoin[]> {
  const allowed = sql`${coins.outpoint} <> all(${sql.param([...except])}::text[])`;
  const small = greatest === undefined ? undefined : lte(coins.value, greatest);
  const rows = await db
    .select()
    .from(coins)
    .where(and(unspentOf(script), isMature, gte(coins.value, least), small, allowed, isBare(db)))
    .orderBy(first === 'largest' ? desc(coins.value) : coins.value, coins.outpoint)
    .limit(most);
  return rows.map((row) => followed(row, script));
}

/** Coins in blocks with something on them: those with several things first, then the largest. */
export async function carryingCoinsOf(db: Select, script: Uint8Array, most: number): Promise<FollowedCoin[]> {
  const { outpoint } = coins;
  const [inscribed, runic, pinned, held] = [locations, runeBalances, pinLocations, mrc20Holdings].map(
    (table) => sql`(select count(*) from ${table} where ${table.outpoint} = ${outpoint})`,
  );
  const carrying = db
    .select({
      point: outpoint,
      things: sql<number>`${inscribed} + ${runic} + ${pinned} + ${held}`.as('things'),
    })
    .from(coins)
    .where(unspentOf(script))
    .as('carrying');
  const rows = await db
    .select({ coin: coins })
    .from(carrying)
    .innerJoin(coins, eq(outpoint, carrying.point))
    .where(sql`${carrying.things} > 0`)
    .orderBy(sql`least(${carrying.things}, 2) desc`, desc(coins.value), outpoint)
    .limit(most);
  return rows.map(({ coin }) => followed(coin, script));
}

/** Those of the outpoints that are unspent coins of the script, in blocks. */
export async function settledCoinsAt(
  db: Select,
  script: Uint8Array,
  points: readonly Outpoint[],
): Promise<FollowedCoin[]> {
  if (points.length === 0) return [];
  const named = sql`${coins.outpoint} = any(${sql.param([...points])}::text[])`;
  const rows = await db
    .select()
    .from(coins)
    .where(and(unspentOf(script), named));
  return rows.map((row) => followed(row, script));
}

/** Coins of a script that wait in the mempool, the largest first. */
export async function waitingCoinsOf(db: Select, script: Uint8Array, most: number): Promise<FollowedCoin[]> {
  const { outpoint, value } = mempoolCoins;
  const rows = await db
    .select({ outpoint, value })
    .from(mempoolCoins)
    .where(and(eq(mempoolCoins.script, hexOf(script)), isWaitingOnly(db)))
    .orderBy(desc(value), outpoint)
    .limit(most);
  return rows.map((row) => ({ ...row, script, coinbase: false }));
}

function followed(row: typeof coins.$inferSelect, script: Uint8Array): FollowedCoin {
  const { outpoint, value, height, coinbase } = row;
  return { outpoint, script, value, height, coinbase };
}
