/** How far the fundings of ladders are: held, on their way, in a block, or given up. Whoever changes one tells its rungs. */
import { LIVE_ORDER_STATUSES, LIVE_OUTBOX_STATUSES } from '@rialto/market';
import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import { bidCoins, bids, outbox, rungs } from '../schema/index.ts';
import { holdBid } from './bid-store.ts';
import type { BidRow } from './bid-store.ts';

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

/** Held fundings at a rate under the least the network takes are greyed, and the others are not. @returns how many changed */
export async function greyFundings(tx: Tx, least: number): Promise<number> {
  const isLow = lt(bids.feeRate, least);
  // As two ranges of the index: it runs every few seconds, and mostly nothing changed.
  const isOtherwise = or(
    and(eq(bids.greyed, false), isLow),
    and(eq(bids.greyed, true), gte(bids.feeRate, least)),
  );
  const live = tx
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(and(eq(rungs.bidId, bids.id), isLive));
  const changed = await tx
    .update(bids)
    .set({ greyed: isLow })
    .where(and(isNull(bids.publishedAt), isNotNull(bids.fundingRaw), isOtherwise, exists(live)))
    .returning({ id: bids.id });
  await tellRungs(
    tx,
    changed.map(({ id }) => id),
  );
  return changed.length;
}
