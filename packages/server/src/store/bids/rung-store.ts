/** Rungs in the database: orders together with their lock and the ladder they are of. */
import { tip } from '@rialto/ground';
import { LIVE_ORDER_STATUSES } from '@rialto/market';
import type { OrderStatus } from '@rialto/market';
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { MAX_REORG } from '../ledger/ledger-blocks.ts';
import { notifyOrder } from '../notices.ts';
import type { OrderRow } from '../orders/order-store.ts';
import { bids, orders, rungs } from '../schema/index.ts';
import type { BidRow } from './bid-store.ts';

const { orderId: _id, status: _status, ...OF_RUNG } = getTableColumns(rungs);

/** An order that is a rung, with all that only rungs have, and its ladder. */
export type RungRow = OrderRow &
  Omit<typeof rungs.$inferSelect, 'orderId' | 'status'> & { readonly bid: BidRow };

function rungsWhere(db: Queries, where: SQL | undefined): Promise<RungRow[]> {
  return db
    .select({ ...getTableColumns(orders), ...OF_RUNG, bid: bids })
    .from(rungs)
    .innerJoin(orders, eq(orders.id, rungs.orderId))
    .innerJoin(bids, eq(bids.id, rungs.bidId))
    .where(where)
    .orderBy(asc(rungs.bidId), sql`(${rungs.ticket}->>'index')::int`);
}

export async function findRung(db: Queries, id: string): Promise<RungRow | undefined> {
  return (await findRungs(db, [id]))[0];
}

export async function findRungs(db: Queries, ids: readonly string[]): Promise<RungRow[]> {
  return ids.length === 0 ? [] : rungsWhere(db, inArray(rungs.orderId, [...ids]));
}

/** All rungs of some bids, in the order of the ladder. */
export async function rungsOf(db: Queries, bidIds: readonly string[]): Promise<RungRow[]> {
  return bidIds.length === 0 ? [] : rungsWhere(db, inArray(rungs.bidId, [...bidIds]));
}

/** Rungs of an address whose lock is, or will be, on the chain and unspent, whatever their state; and the open ones whose funding is held. */
export async function standingRungs(db: Queries, address: string): Promise<RungRow[]> {
  const stands = or(isNotNull(bids.publishedAt), eq(orders.status, 'open'));
  return rungsWhere(db, and(eq(orders.ownerAddress, address), isNull(rungs.spentBy), stands));
}

/** Rungs whose lock is one of these outpoints, whatever their state. */
export async function rungsAt(db: Queries, points: readonly string[]): Promise<RungRow[]> {
  if (points.length === 0) return [];
  // First by the index alone: a block spends thousands of coins, and few or none of them are locks.
  const found = await db.select({ id: rungs.orderId }).from(rungs).where(among(rungs.outpoint, points));
  return findRungs(
    db,
    found.map(({ id }) => id),
  );
}

/** Rungs a block closed. */
export async function rungsClosedAt(db: Queries, height: number): Promise<RungRow[]> {
  return rungsWhere(db, eq(orders.closedHeight, height));
}

export async function rungsWithStatus(db: Queries, status: OrderStatus): Promise<RungRow[]> {
  return rungsWhere(db, eq(rungs.status, status));
}

/** Rungs that a spend seen in the mempool alone has ended: without a block it may go away again. */
export async function rungsEndedByMempool(db: Queries): Promise<RungRow[]> {
  return rungsWhere(
    db,
    and(eq(rungs.status, 'invalid'), isNull(orders.closedHeight), isNotNull(rungs.promise)),
  );
}

/** Deletes the promises: nobody can be sold to by them any more. */
export async function dropPromises(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(rungs)
    .set({ promise: null })
    .where(inArray(rungs.orderId, [...ids]));
}

/** Of rungs that ended in a block no reorg undoes any more, and of spent locks. */
export async function dropOldPromises(db: Queries): Promise<void> {
  const over = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.side, 'bid'),
        inArray(orders.status, ['done', 'invalid']),
        sql`${orders.closedHeight} <= (select ${tip.height} from ${tip}) - ${MAX_REORG}::int`,
      ),
    );
  await db
    .update(rungs)
    .set({ promise: null })
    .where(and(isNotNull(rungs.promise), inArray(rungs.orderId, over)));
}

export async function setRungCancel(tx: Tx, ids: readonly string[], txid: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(rungs)
    .set({ cancelTxid: txid })
    .where(inArray(rungs.orderId, [...ids]));
}

/** Rungs whose lock this transaction takes back. */
export async function rungsCancelledBy(db: Queries, txid: string): Promise<RungRow[]> {
  return rungsWhere(db, eq(rungs.cancelTxid, txid));
}

/** What spends a lock, in the mempool (without a height) or in a block. */
export async function noteLockSpent(
  tx: Tx,
  id: string,
  by: { readonly txid: string | null; readonly height?: number },
): Promise<void> {
  await tx
    .update(rungs)
    .set({ spentBy: by.txid, spentHeight: by.height ?? null })
    .where(eq(rungs.orderId, id));
  await notifyOrder(tx, id);
}

/** A block was undone: the locks it spent wait for that spend again. */
export async function unspendLocksAt(tx: Tx, height: number): Promise<void> {
  const undone = await tx
    .update(rungs)
    .set({ spentHeight: null })
    .where(eq(rungs.spentHeight, height))
    .returning({ id: rungs.orderId });
  for (const { id } of undone) await notifyOrder(tx, id);
}

/** Rungs whose lock was seen spent by a transaction that is in no block. */
export async function locksSpentInMempool(db: Queries): Promise<RungRow[]> {
  return rungsWhere(db, and(isNotNull(rungs.spentBy), isNull(rungs.spentHeight)));
}

interface ClaimedRung {
  readonly id: string;
  readonly price: bigint;
  readonly tradeId: string;
}

/** Takes open rungs for trades: all of them, or fewer come back and the caller rolls back. */
export async function claimRungs(tx: Tx, requested: readonly ClaimedRung[]): Promise<string[]> {
  const claimed: string[] = [];
  // In one order everywhere, so that two sales of the same rungs wait for each other and never both for ever.
  for (const { id, price, tradeId } of requested.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const rows = await tx
      .update(orders)
      .set({ liveTrade: tradeId })
      .where(
        and(
          eq(orders.id, id),
          eq(orders.side, 'bid'),
          eq(orders.price, price),
          eq(orders.status, 'open'),
          or(isNull(orders.liveTrade), eq(orders.liveTrade, tradeId)),
        ),
      )
      .returning({ id: orders.id });
    for (const row of rows) {
      claimed.push(row.id);
      await notifyOrder(tx, row.id);
    }
  }
  return claimed;
}

/** True for a rung that is offered, or is being withdrawn on the chain. */
export const isLiveRung = ({ status }: OrderRow): boolean => LIVE_ORDER_STATUSES.includes(status);
