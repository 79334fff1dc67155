/** Ladders in the database: the funding of each, the coins it keeps, and how far it is. */
import { LIVE_ORDER_STATUSES, LIVE_OUTBOX_STATUSES } from '@rialto/market';
import { and, eq, exists, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import { bidCoins, bids, orders, outbox, rungs } from '../schema/index.ts';

export type BidRow = typeof bids.$inferSelect;

export async function findBid(db: Queries, id: string): Promise<BidRow | undefined> {
  return (await findBids(db, [id]))[0];
}

async function findBids(db: Queries, ids: readonly string[]): Promise<BidRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(bids)
    .where(inArray(bids.id, [...ids]));
}

/** The same with its row held: whoever publishes, withdraws or cancels a bid comes one after another. */
export async function holdBid(tx: Tx, id: string): Promise<BidRow | undefined> {
  const answer = await tx.execute(sql`select 1 from ${bids} where ${bids.id} = ${id} for update`);
  return answer.rowCount === 0 ? undefined : findBid(tx, id);
}

/** Bids whose funding is one of these transactions. */
export async function bidsFundedBy(db: Queries, txids: readonly string[]): Promise<BidRow[]> {
  return txids.length === 0 ? [] : db.select().from(bids).where(among(bids.fundingTxid, txids));
}

/** Bids whose funding is in no block, and spends one of these outpoints. */
export async function bidsSpending(
  db: Queries,
  points: readonly string[],
): Promise<{ readonly bid: BidRow; readonly outpoint: string }[]> {
  if (points.length === 0) return [];
  return db
    .select({ bid: bids, outpoint: bidCoins.outpoint })
    .from(bidCoins)
    .innerJoin(bids, eq(bids.id, bidCoins.bidId))
    .where(and(among(bidCoins.outpoint, points), isNull(bids.fundingHeight)));
}

/** Coins that the fundings of an address keep; each with the bid that keeps it. */
export async function keptCoins(db: Queries, address: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ outpoint: bidCoins.outpoint, id: bids.id })
    .from(bidCoins)
    .innerJoin(bids, eq(bids.id, bidCoins.bidId))
    .where(and(eq(bids.ownerAddress, address), eq(bidCoins.kept, true)));
  return new Map(rows.map(({ outpoint, id }) => [outpoint, id]));
}

/** The same with the first order of each bid and when it was placed. */
export async function keptCoinsOf(db: Queries, address: string, orderType: number) {
  const first = sql<string>`(select r.order_id from ${rungs} r where r.bid_id = ${bids.id} order by (r.ticket->>'index')::int limit 1)`;
  const ofBook = db
    .select({ id: orders.id })
    .from(rungs)
    .innerJoin(orders, eq(orders.id, rungs.orderId))
    .where(and(eq(rungs.bidId, bids.id), eq(orders.orderType, orderType)));
  return db
    .select({ outpoint: bidCoins.outpoint, order: first, createdAt: bids.createdAt })
    .from(bidCoins)
    .innerJoin(bids, eq(bids.id, bidCoins.bidId))
    .where(and(eq(bids.ownerAddress, address), eq(bidCoins.kept, true), exists(ofBook)));
}

/** Every rung of these bids is told anew: something about the whole ladder changed. */
async function tellRungs(tx: Tx, bidIds: readonly string[]): Promise<void> {
  if (bidIds.length === 0) return;
  const rows = await tx
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(inArray(rungs.bidId, [...bidIds]));
  for (const { id } of rows) await notifyOrder(tx, id);
}

/** The funding is on its way: from now on its locks are, or will be, on the chain. @returns false when it was before */
export async function markPublished(tx: Tx, id: string): Promise<boolean> {
  const moved = await tx
    .update(bids)
    .set({ publishedAt: sql`now()`, greyed: false })
    .where(and(eq(bids.id, id), isNull(bids.publishedAt)))
    .returning({ id: bids.id });
  if (moved.length > 0) await tellRungs(tx, [id]);
  return moved.length > 0;
}

/** Bids that were published, are in no block, and whose funding the outbox does not send, if it ever did. */
export function lostFundings(db: Queries): Promise<BidRow[]> {
  return db.select().from(bids).where(isLost(db));
}

function isLost(db: Queries) {
  const sent = db
    .select({ txid: outbox.txid })
    .from(outbox)
    .where(and(eq(outbox.txid, bids.fundingTxid), inArray(outbox.status, [...LIVE_OUTBOX_STATUSES])));
  const isOut = and(isNotNull(bids.publishedAt), isNull(bids.fundingHeight), isNotNull(bids.fundingRaw));
  return and(isOut, notExists(sent));
}

/** @returns false when it is on its way again */
export async function unpublish(tx: Tx, id: string): Promise<boolean> {
  await holdBid(tx, id);
  const moved = await tx
    .update(bids)
    .set({ publishedAt: null })
    .where(and(eq(bids.id, id), isLost(tx)))
    .returning({ id: bids.id });
  if (moved.length > 0) await tellRungs(tx, [id]);
  return moved.length > 0;
}

/** A block has these fundings: what they spent is kept no more. */
export async function confirmFundings(tx: Tx, ids: readonly string[], height: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(bids)
    .set({ fundingHeight: height, publishedAt: sql`coalesce(${bids.publishedAt}, now())`, greyed: false })
    .where(inArray(bids.id, [...ids]));
  await tx
    .update(bidCoins)
    .set({ kept: false })
    .where(inArray(bidCoins.bidId, [...ids]));
  await tellRungs(tx, ids);
}

/** A block was undone: the fundings it had are in none. */
export async function unconfirmFundings(tx: Tx, height: number): Promise<void> {
  const undone = await tx
    .update(bids)
    .set({ fundingHeight: null })
    .where(eq(bids.fundingHeight, height))
    .returning({ id: bids.id });
  await tellRungs(
    tx,
    undone.map(({ id }) => id),
  );
}

/** Its owner is taking a coin of it back: nothing is sold into it any more. */
export async function dropFundingSignature(tx: Tx, id: string): Promise<void> {
  await tx
    .update(bids)
    .set({ fundingRaw: null, greyed: false })
    .where(and(eq(bids.id, id), isNull(bids.publishedAt)));
}

export async function setFundingCancel(tx: Tx, id: string, txid: string | null): Promise<void> {
  await tx.update(bids).set({ cancelTxid: txid }).where(eq(bids.id, id));
}

const isLive = inArray(rungs.status, [...LIVE_ORDER_STATUSES]);
/** What a spend in the mempool alone has ended is offered again when that goes away. */
const mayLive = or(isLive, and(eq(rungs.status, 'invalid'), isNotNull(rungs.promise)));

/**
 * A held funding without a rung that lives, or may live again, is deleted, and its coins are its owner's again: nobody can ask for it
 * any more. What is on its way stays.
 */
export async function dropIdleFundings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const live = tx
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(and(eq(rungs.bidId, bids.id), mayLive));
  const dropped = await tx
    .update(bids)
    .set({ fundingRaw: null, greyed: false })
    .where(and(inArray(bids.id, [...ids]), isNull(bids.publishedAt), notExists(live)))
    .returning({ id: bids.id });
  const idle = dropped.map(({ id }) => id);
  if (idle.length > 0) await tx.update(bidCoins).set({ kept: false }).where(inArray(bidCoins.bidId, idle));
}

/** These fundings can never happen: they are deleted, what they keep is free, and no lock of theirs was ever made. */
export async function endFundings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(bids)
    .set({ fundingRaw: null, publishedAt: null, greyed: false })
    .where(inArray(bids.id, [...ids]));
  await tx
    .update(bidCoins)
    .set({ kept: false })
    .where(inArray(bidCoins.bidId, [...ids]));
}

/** Bids whose held funding this transaction makes impossible, by its owner's will. */
export async function bidsCancelledBy(db: Queries, txid: string): Promise<BidRow[]> {
  return db.select().from(bids).where(eq(bids.cancelTxid, txid));
}

/** Held fundings at a rate under the least the network takes are greyed, and the others are not. @returns how many changed */
export async function greyFundings(tx: Tx, least: number): Promise<number> {
  const isLow = sql`(${bids.feeRate} < ${least})`;
  const live = tx
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(and(eq(rungs.bidId, bids.id), isLive));
  const changed = await tx
    .update(bids)
    .set({ greyed: sql`${isLow}` })
    .where(
      and(
        isNull(bids.publishedAt),
        isNotNull(bids.fundingRaw),
        sql`${bids.greyed} <> ${isLow}`,
        exists(live),
      ),
    )
    .returning({ id: bids.id });
  await tellRungs(
    tx,
    changed.map(({ id }) => id),
  );
  return changed.length;
}

/** Bids whose time is over at this height: expired, or so near to the exit of their locks that nothing is traded any more. */
export async function endedBids(
  db: Queries,
  height: number,
  beforeExit: number,
): Promise<{ readonly id: string; readonly expired: boolean }[]> {
  const live = db
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(and(eq(rungs.bidId, bids.id), inArray(rungs.status, ['open', 'paused'])));
  const expired = sql<boolean>`${bids.expiryHeight} <= ${height}`;
  const ending = sql`${bids.fundingHeight} + ${bids.exitAfter} - ${beforeExit} <= ${height}`;
  return db
    .select({ id: bids.id, expired })
    .from(bids)
    .where(and(or(expired, ending), exists(live)));
}
