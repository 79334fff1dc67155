/** Live bids in the database, and whether their bidders are there. Every change of a bidder is one statement. */
import { tip } from '@rialto/ground';
import { and, eq, exists, gt, gte, inArray, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import type { OrderRow } from '../orders/order-store.ts';
import { liveBidders, liveBids, orders } from '../schema/index.ts';

export type LiveBidder = typeof liveBidders.$inferSelect;

/** A live bid with its bidder's key. */
export interface LiveBidRow {
  readonly order: OrderRow;
  readonly ownerKey: string;
}

export async function insertLiveBid(
  tx: Tx,
  { order, ownerKey }: { readonly order: typeof orders.$inferInsert; readonly ownerKey: string },
): Promise<void> {
  await tx.insert(orders).values({ ...order, side: 'bid', live: true });
  await tx.insert(liveBids).values({ orderId: order.id, ownerKey });
  await notifyOrder(tx, order.id);
}

export async function findLiveBid(db: Queries, id: string): Promise<LiveBidRow | undefined> {
  const [row] = await db
    .select({ order: orders, ownerKey: liveBids.ownerKey })
    .from(orders)
    .innerJoin(liveBids, eq(liveBids.orderId, orders.id))
    .where(eq(orders.id, id))
    .limit(1);
  return row;
}

/**
 * Holds the bidder's row until the transaction ends: changes of the live bids and answers of one address come one after another, so no
 * two of them wait for each other.
 */
export async function holdBidder(tx: Tx, address: string): Promise<LiveBidder> {
  const [row] = await tx
    .insert(liveBidders)
    .values({ address })
    .onConflictDoUpdate({ target: liveBidders.address, set: { address } })
    .returning();
  if (row === undefined) throw new Error('invariant: an upsert returns its row');
  return row;
}

/** A page of the address is there. @param orderIds the bids it can sign for; undefined: all of them */
export async function beat(tx: Tx, address: string, orderIds?: readonly string[]): Promise<LiveBidder> {
  const bidder = await holdBidder(tx, address);
  await tx
    .update(liveBidders)
    .set({ beatAt: sql`now()` })
    .where(eq(liveBidders.address, address));
  const bids = (await standingLiveBids(tx, address)).map(({ id }) => id);
  const heard = orderIds === undefined ? bids : bids.filter((id) => orderIds.includes(id));
  if (heard.length > 0)
    await tx
      .update(liveBids)
      .set({ beatAt: sql`now()` })
      .where(inArray(liveBids.orderId, heard));
  return bidder;
}

/** True while somebody who can sign for this bid has been heard of within so many milliseconds, by the database's own clock. */
export async function isThere(db: Queries, orderId: string, withinMs: number): Promise<boolean> {
  const [row] = await db
    .select({ orderId: liveBids.orderId })
    .from(liveBids)
    .where(and(eq(liveBids.orderId, orderId), gt(liveBids.beatAt, ago(withinMs))))
    .limit(1);
  return row !== undefined;
}

const ago = (ms: number): SQL => sql`now() - ${`${ms} milliseconds`}::interval`;

/** An answer was left unsigned. @returns how many in a row */
export async function countAbsence(tx: Tx, address: string): Promise<number> {
  const [row] = await tx
    .update(liveBidders)
    .set({ absences: sql`${liveBidders.absences} + 1` })
    .where(eq(liveBidders.address, address))
    .returning({ absences: liveBidders.absences });
  return row?.absences ?? 0;
}

/** An answer was signed: those before count no more. */
export async function forgiveAbsences(tx: Tx, address: string): Promise<void> {
  await tx
    .update(liveBidders)
    .set({ absences: 0 })
    .where(and(eq(liveBidders.address, address), gt(liveBidders.absences, 0)));
}

export async function pauseBidder(tx: Tx, address: string, untilHeight: number): Promise<void> {
  await tx
    .update(liveBidders)
    .set({ absences: 0, pausedUntil: untilHeight })
    .where(eq(liveBidders.address, address));
}

const isLiveBid = and(eq(orders.side, 'bid'), eq(orders.live, true));

/** Live bids of an address that are in the book, or would be if its page were there. */
export async function standingLiveBids(db: Queries, address: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(isLiveBid, eq(orders.ownerAddress, address), inArray(orders.status, ['open', 'paused'])));
}

/** Open live bids for which nobody has been heard of for so many milliseconds. */
export async function abandonedLiveBids(db: Queries, afterMs: number): Promise<string[]> {
  const silent = lte(liveBids.beatAt, ago(afterMs));
  const open = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(liveBids, eq(liveBids.orderId, orders.id))
    .where(and(isLiveBid, eq(orders.status, 'open'), isNull(orders.liveTrade), silent));
  return (await open).map(({ id }) => id);
}

/** Bidders who left so many answers unsigned and are still in the book. */
export async function absentBidders(db: Queries, most: number): Promise<string[]> {
  const rows = await db
    .select({ address: liveBidders.address })
    .from(liveBidders)
    .where(gte(liveBidders.absences, most));
  return rows.map(({ address }) => address);
}

/** Bidders who are paused and have live bids with no sale on its way: one was when the pause began, and failed. */
export async function pausedBidders(db: Queries): Promise<string[]> {
  const standing = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.ownerAddress, liveBidders.address),
        isLiveBid,
        inArray(orders.status, ['open', 'paused']),
        isNull(orders.liveTrade),
      ),
    );
  const paused = gt(liveBidders.pausedUntil, sql`(select ${tip.height} from ${tip})`);
  const rows = await db
    .select({ address: liveBidders.address })
    .from(liveBidders)
    .where(and(paused, exists(standing)));
  return rows.map(({ address }) => address);
}

/** Takes a live bid for a trade at the price that was signed. @returns false when it is not to be had */
export async function claimLiveBid(
  tx: Tx,
  { id, price, tradeId }: { readonly id: string; readonly price: bigint; readonly tradeId: string },
): Promise<boolean> {
  const claimed = await tx
    .update(orders)
    .set({ liveTrade: tradeId })
    .where(
      and(
        eq(orders.id, id),
        isLiveBid,
        eq(orders.price, price),
        inArray(orders.status, ['open', 'paused']),
        isNull(orders.liveTrade),
      ),
    )
    .returning({ id: orders.id });
  for (const row of claimed) await notifyOrder(tx, row.id);
  return claimed.length === 1;
}

/** Live bids a block sold. */
export async function liveBidsClosedAt(db: Queries, height: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(isLiveBid, eq(orders.status, 'done'), eq(orders.closedHeight, height)));
}

/** Bidders who have no live bid and no pause any more, and were not heard of for a day. */
export async function dropOldBidders(db: Queries, height: number): Promise<void> {
  const any = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.ownerAddress, liveBidders.address),
        isLiveBid,
        inArray(orders.status, ['open', 'paused']),
      ),
    );
  const day = lt(liveBidders.beatAt, sql`now() - interval '1 day'`);
  await db.delete(liveBidders).where(and(day, lt(liveBidders.pausedUntil, height), notExists(any)));
}
