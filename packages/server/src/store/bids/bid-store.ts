/** Ladders in the database: which there are, and the coins their fundings keep. */
import { and, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { bidCoins, bids, orders, rungs } from '../schema/index.ts';

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
  return new Map((await selectKeptCoins(db, address)).map(({ outpoint, id }) => [outpoint, id]));
}

/** The same as a part of a larger query. */
export function selectKeptCoins(db: Queries, address: string) {
  return db
    .select({ outpoint: bidCoins.outpoint, id: sql<string>`${bids.id}::text` })
    .from(bidCoins)
    .innerJoin(bids, eq(bids.id, bidCoins.bidId))
    .where(and(eq(bids.ownerAddress, address), eq(bidCoins.kept, true)));
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

/** Bids whose held funding this transaction makes impossible, by its owner's will. */
export async function bidsCancelledBy(db: Queries, txid: string): Promise<BidRow[]> {
  return db.select().from(bids).where(eq(bids.cancelTxid, txid));
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
  const ending = lte(sql`(${bids.fundingHeight} + ${bids.exitAfter})`, height + beforeExit);
  return db
    .select({ id: bids.id, expired })
    .from(bids)
    .where(and(or(expired, ending), exists(live)));
}
