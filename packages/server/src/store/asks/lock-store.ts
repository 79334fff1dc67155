/** Locks of protected asks in the database. */
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import { and, desc, eq, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import type { NewAsk } from '../orders/ask-insert.ts';
import { askLocks, asks, orders, outbox } from '../schema/index.ts';

export type AskLock = typeof askLocks.$inferSelect;

const { status, ownerAddress, liveTrade, orderType, tick, decimals, freeState } = orders;

/** A lock with what counts of its order. */
export type OrderedLock = AskLock &
  Pick<
    typeof orders.$inferSelect,
    'status' | 'ownerAddress' | 'liveTrade' | 'orderType' | 'tick' | 'decimals' | 'freeState'
  > & {
    readonly hasPromise: boolean;
  };

const ORDERED = {
  orderId: askLocks.orderId,
  outpoint: askLocks.outpoint,
  ticket: askLocks.ticket,
  exits: askLocks.exits,
  height: askLocks.height,
  spentHeight: askLocks.spentHeight,
  status,
  ownerAddress,
  liveTrade,
  orderType,
  tick,
  decimals,
  freeState,
  hasPromise: sql<boolean>`${asks.witness} is not null`,
};

function locksWhere(db: Queries, where: SQL | undefined): Promise<OrderedLock[]> {
  return db
    .select(ORDERED)
    .from(askLocks)
    .innerJoin(orders, eq(orders.id, askLocks.orderId))
    .innerJoin(asks, eq(asks.orderId, askLocks.orderId))
    .where(where)
    .orderBy(desc(orders.createdAt));
}

const isLive = inArray(orders.status, [...LIVE_ORDER_STATUSES]);

/** Writes a protected ask: its order is paused until its lock is deep enough. */
export async function insertLockedAsk(
  tx: Tx,
  { order, ask }: NewAsk,
  lock: Pick<AskLock, 'ticket' | 'exits'>,
): Promise<void> {
  await tx.insert(orders).values(order);
  await tx.insert(asks).values({ ...ask, orderId: order.id, status: order.status });
  await tx.insert(askLocks).values({ ...lock, orderId: order.id, outpoint: ask.outpoint });
  await notifyOrder(tx, order.id);
}

export async function findLock(db: Queries, orderId: string): Promise<OrderedLock | undefined> {
  return (await locksWhere(db, eq(askLocks.orderId, orderId)))[0];
}

/** The locks of those of the orders that are protected asks. */
export async function locksOf(db: Queries, ids: readonly string[]): Promise<Map<string, AskLock>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(askLocks)
    .where(inArray(askLocks.orderId, [...ids]));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Locks in no block, of whatever became of their orders. */
export async function unminedLocks(db: Queries): Promise<OrderedLock[]> {
  return locksWhere(db, and(isNull(askLocks.height), isNull(askLocks.spentHeight)));
}

/** Of orders that wait to be offered, or offered again. */
export async function pausedLocks(db: Queries): Promise<OrderedLock[]> {
  return locksWhere(db, and(eq(orders.status, 'paused')));
}

/** Of offered orders that end at this height: by their ticket, or because the exit is so near. */
export async function endingLocks(db: Queries, height: number, before: number): Promise<OrderedLock[]> {
  const exit = sql`${askLocks.height} + (${askLocks.ticket}->>'exitAfter')::int`;
  const expired = lte(sql`(${askLocks.ticket}->>'expiry')::int`, height);
  return locksWhere(db, and(isLive, isNull(orders.liveTrade), or(expired, lte(exit, height + before))));
}

/** Those of an address whose lots are in, or on their way in, and not out. */
export async function standingLocks(db: Queries, address: string): Promise<OrderedLock[]> {
  const dead = db
    .select({ txid: outbox.txid })
    .from(outbox)
    .where(and(eq(outbox.txid, sql`split_part(${askLocks.outpoint}, ':', 1)`), eq(outbox.status, 'void')));
  const isMade = or(isNotNull(askLocks.height), notExists(dead));
  return locksWhere(db, and(eq(orders.ownerAddress, address), isNull(askLocks.spentHeight), isMade));
}

export async function setLockHeight(tx: Tx, orderId: string, height: number): Promise<void> {
  await tx.update(askLocks).set({ height }).where(eq(askLocks.orderId, orderId));
  await notifyOrder(tx, orderId);
}

export async function markLocksSpent(tx: Tx, points: readonly Outpoint[], height: number): Promise<void> {
  if (points.length === 0) return;
  await tx.update(askLocks).set({ spentHeight: height }).where(among(askLocks.outpoint, points));
}

/** A block was undone: what it made is in no block, what it spent is there. */
export async function forgetLockBlock(tx: Tx, height: number): Promise<void> {
  await tx.update(askLocks).set({ height: null }).where(eq(askLocks.height, height));
  await tx.update(askLocks).set({ spentHeight: null }).where(eq(askLocks.spentHeight, height));
}
