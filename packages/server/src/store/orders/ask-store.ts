/** Asks in the database: orders together with the coin each sells and its owner's signature. */
import { lots, locations, mrc20Holdings, runeBalances } from '@rialto/ground';
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { OrderStatus } from '@rialto/market';
import type { Outpoint, Txid } from '@rialto/protocols';
import { and, eq, getTableColumns, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { selectKeptCoins } from '../bids/bid-store.ts';
import { liveCoinsOf } from '../live/answer-store.ts';
import type { OrderRow } from './order-store.ts';
import { asks, orders } from '../schema/index.ts';

const { orderId: _id, status: _status, ...OF_ASK } = getTableColumns(asks);
/** Columns of a whole ask, for a query over both tables. */
export const WHOLE_ASK = { ...getTableColumns(orders), ...OF_ASK };

/** An order that is an ask, with all that only asks have. */
export type AskRow = OrderRow & Omit<typeof asks.$inferSelect, 'orderId' | 'status'>;

function asksWhere(db: Queries, where: SQL | undefined): Promise<AskRow[]> {
  return db.select(WHOLE_ASK).from(asks).innerJoin(orders, eq(orders.id, asks.orderId)).where(where);
}

export async function findAsk(db: Queries, id: string): Promise<AskRow | undefined> {
  return (await findAsks(db, [id]))[0];
}

export async function findAsks(db: Queries, ids: readonly string[]): Promise<AskRow[]> {
  return ids.length === 0 ? [] : asksWhere(db, inArray(asks.orderId, [...ids]));
}

const isLive = inArray(asks.status, [...LIVE_ORDER_STATUSES]);

/** The ask that offers an outpoint now. */
export async function liveAskOf(db: Queries, point: string): Promise<AskRow | undefined> {
  return (await liveAsksOf(db, [point]))[0];
}

export async function liveAsksOf(db: Queries, points: readonly string[]): Promise<AskRow[]> {
  return points.length === 0 ? [] : asksWhere(db, and(inArray(asks.outpoint, [...points]), isLive));
}

/** Outpoints an address has in live asks, those that the fundings of its bids keep, and those of a sale that is being signed: locked, they never pay. */
export async function lockedOutpoints(db: Queries, address: string): Promise<Map<Outpoint, string>> {
  const inAsks = db
    .select({ outpoint: asks.outpoint, id: asks.orderId })
    .from(asks)
    .innerJoin(orders, eq(orders.id, asks.orderId))
    .where(and(eq(orders.ownerAddress, address), isLive));
  const rows = await unionAll(selectKeptCoins(db, address), liveCoinsOf(db, address), inAsks);
  return new Map(rows.map(({ outpoint, id }) => [outpoint as Outpoint, id]));
}

/** Asks that name one of these outpoints, whatever their state. */
export async function asksAt(db: Queries, points: readonly Outpoint[]): Promise<AskRow[]> {
  if (points.length === 0) return [];
  // First by the index alone: a block spends thousands of coins, and few or none of them are on offer.
  const found = await db.select({ id: asks.orderId }).from(asks).where(among(asks.outpoint, points));
  return findAsks(
    db,
    found.map(({ id }) => id),
  );
}

/** Asks a block closed. */
export async function asksClosedAt(db: Queries, height: number): Promise<AskRow[]> {
  return asksWhere(db, eq(orders.closedHeight, height));
}

export async function asksWithStatus(db: Queries, status: OrderStatus): Promise<AskRow[]> {
  return asksWhere(db, eq(orders.status, status));
}

/** From now on the sellers' signatures are public: only the chain can make them void. */
export async function markDisclosed(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(asks)
    .set({ disclosedAt: sql`coalesce(${asks.disclosedAt}, now())` })
    .where(inArray(asks.orderId, [...ids]));
}

/** Deletes the sellers' signatures: nobody can be handed them any more. */
export async function dropSignatures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(asks)
    .set({ witness: null, psbt: '' })
    .where(inArray(asks.orderId, [...ids]));
}

/** Which transaction of its owner's cancels an ask; null: none. */
export async function setCancelTxid(tx: Tx, id: string, txid: Txid | null): Promise<void> {
  await tx.update(asks).set({ cancelTxid: txid }).where(eq(asks.orderId, id));
}

/** Open asks whose lot is not, or no longer, what they offer: the block that made it was undone, or by today's rules it is odd. */
export async function asksWithoutLot(db: Queries): Promise<string[]> {
  const existing = db
    .select({ id: lots.inscription })
    .from(locations)
    .innerJoin(lots, and(eq(lots.inscription, locations.inscription), isNull(lots.usedHeight)))
    .where(
      and(
        sql`${locations.inscription} = ${asks.inscriptionId}`,
        sql`${locations.outpoint} = ${asks.outpoint}`,
        sql`${lots.asset} = ${orders.assetId}`,
        sql`${lots.amount} = ${orders.coinAmount}`,
      ),
    );
  const held = db
    .select({ outpoint: mrc20Holdings.outpoint })
    .from(mrc20Holdings)
    .where(
      and(
        sql`${mrc20Holdings.outpoint} = ${asks.outpoint}`,
        sql`${mrc20Holdings.asset} = ${orders.assetId}`,
        sql`${mrc20Holdings.amount} = ${orders.coinAmount}`,
        eq(mrc20Holdings.odd, false),
      ),
    );
  const runes = db
    .select({ outpoint: runeBalances.outpoint })
    .from(runeBalances)
    .where(
      and(
        sql`${runeBalances.outpoint} = ${asks.outpoint}`,
        sql`concat('rune:', ${runeBalances.rune}) = ${orders.assetId}`,
        sql`${runeBalances.amount} = ${orders.coinAmount}`,
      ),
    );
  // Ids alone: whole rows of all asks would not fit into memory for the comparison.
  const lost = await db
    .select({ id: asks.orderId })
    .from(asks)
    .innerJoin(orders, eq(orders.id, asks.orderId))
    .where(and(eq(orders.status, 'open'), notExists(existing), notExists(held), notExists(runes)));
  return lost.map(({ id }) => id);
}
