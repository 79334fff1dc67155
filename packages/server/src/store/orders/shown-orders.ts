/** Orders as everybody may see them: of either side, without a signature. */
import type { WireTicket } from '@rialto/contract';
import type { OrderSide } from '@rialto/market';
import { and, asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import type { OrderRow } from './order-store.ts';
import { askLocks, asks, bids, fills, orders, rungs } from '../schema/index.ts';

/** What is shown of an ask; its PSBT to its owner alone. */
export interface ShownAsk {
  readonly inscriptionId: string;
  readonly outpoint: string;
  readonly disclosedAt: Date | null;
  readonly psbt?: string;
}

/** What is shown of a rung; never what its bidder signed. */
interface ShownRung {
  readonly bidId: string;
  readonly outpoint: string;
}

/** What is shown of a rung's ladder. */
interface ShownBid {
  readonly total: bigint;
  readonly expiryHeight: number;
  readonly exitAfter: number;
  readonly publishedAt: Date | null;
  readonly fundingHeight: number | null;
  readonly greyed: boolean;
}

/** What is shown of the lock that the lot of a protected ask lies in. */
interface ShownLock {
  readonly ticket: WireTicket;
  readonly height: number | null;
}

export interface ShownOrder extends OrderRow {
  /** Null of a bid. */
  readonly ask: ShownAsk | null;
  /** Null of an ask. */
  readonly rung: ShownRung | null;
  readonly bid: ShownBid | null;
  /** Of a protected ask alone. */
  readonly lock: ShownLock | null;
  /** Of a sold one: its part of the fee that was paid to the exchange. Not read where all are open. */
  readonly serviceFee?: bigint | null;
  /** The time of the block that sold it, whenever the index came to read that block. */
  readonly soldAt?: Date | null;
}

const { inscriptionId, outpoint, disclosedAt, psbt } = asks;
const OF_BID = {
  rung: { bidId: rungs.bidId, outpoint: rungs.outpoint },
  bid: {
    total: bids.total,
    expiryHeight: bids.expiryHeight,
    exitAfter: bids.exitAfter,
    publishedAt: bids.publishedAt,
    fundingHeight: bids.fundingHeight,
    greyed: bids.greyed,
  },
};
const OF_LOCK = { ticket: askLocks.ticket, height: askLocks.height };
const OF_ASK = { inscriptionId, outpoint, disclosedAt };
const SHOWN = { ...getTableColumns(orders), ask: OF_ASK, lock: OF_LOCK, ...OF_BID };
/** Of every order's ask, or of its rung and ladder, whichever it has. */
export const RUNG_OF = eq(rungs.orderId, orders.id);
export const BID_OF = eq(bids.id, rungs.bidId);
export const LOCK_OF = eq(askLocks.orderId, orders.id);
/** The same with what its owner alone may see. */
export const OWN_ORDER = {
  ...getTableColumns(orders),
  ask: { inscriptionId, outpoint, disclosedAt, psbt },
  lock: OF_LOCK,
  ...OF_BID,
  serviceFee: fills.serviceFee,
  soldAt: fills.at,
};
/** Which fill is an order's. */
export const SOLD = and(eq(fills.kind, 'order'), eq(fills.reference, orders.id));

/** An order, and of a sold one whether it counts as a sale. */
export interface ToldOrder extends ShownOrder {
  readonly isSale: boolean;
}

export async function findShown(db: Queries, id: string): Promise<ToldOrder | undefined> {
  const [row] = await db
    .select({ ...OWN_ORDER, excluded: fills.excluded, sold: fills.reference })
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .leftJoin(rungs, RUNG_OF)
    .leftJoin(bids, BID_OF)
    .leftJoin(askLocks, LOCK_OF)
    .leftJoin(fills, SOLD)
    .where(eq(orders.id, id))
    .limit(1);
  if (row === undefined) return undefined;
  const { excluded, sold, ...order } = row;
  return { ...order, isSale: sold !== null && excluded === null };
}

/** One side of one token's market. */
interface BookSide {
  readonly asset: string;
  readonly side: OrderSide;
}

/** The best open orders of a side: the cheapest asks, the dearest bids. */
export function bestOrders(db: Queries, of: BookSide, limit: number): Promise<ShownOrder[]> {
  return of.side === 'ask' ? bestAsks(db, of.asset, limit) : bestBids(db, of.asset, limit);
}

/** More of them nobody looks through. */
const MOST_LIVE = 50;

/**
 * What may be sold into now, the dearest first: so many standing bids, and live ones among them. Those cost nothing, so they come on top:
 * no number of them pushes a standing bid out of the book.
 */
export async function shownBids(
  db: Queries,
  asset: string,
  limit: number,
): Promise<{ readonly rows: ShownOrder[]; readonly more: boolean }> {
  const [standing, live] = await Promise.all([bestBids(db, asset, limit + 1), bestLive(db, asset)]);
  const rows = [...standing.slice(0, limit), ...live].toSorted((a, b) =>
    a.rateE18 > b.rateE18 ? -1 : a.rateE18 < b.rateE18 ? 1 : 0,
  );
  return { rows, more: standing.length > limit };
}

const openOf = ({ asset, side }: BookSide) =>
  and(eq(orders.assetId, asset), eq(orders.side, side), eq(orders.status, 'open'));

/** Without a look at the ladders: no ask has one. */
async function bestAsks(db: Queries, asset: string, limit: number): Promise<ShownOrder[]> {
  const rows = await db
    .select({ ...getTableColumns(orders), ask: OF_ASK, lock: OF_LOCK })
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .leftJoin(askLocks, LOCK_OF)
    .where(openOf({ asset, side: 'ask' }))
    .orderBy(asc(orders.rateE18), asc(orders.createdAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, rung: null, bid: null }));
}

/** Standing ones, which have a ladder: no price is made of a live bid. */
async function bestBids(db: Queries, asset: string, limit: number): Promise<ShownOrder[]> {
  const rows = await db
    .select({ ...getTableColumns(orders), ...OF_BID })
    .from(orders)
    .innerJoin(rungs, RUNG_OF)
    .innerJoin(bids, BID_OF)
    .where(openOf({ asset, side: 'bid' }))
    .orderBy(desc(orders.rateE18), asc(orders.createdAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, ask: null, lock: null }));
}

async function bestLive(db: Queries, asset: string): Promise<ShownOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(openOf({ asset, side: 'bid' }), eq(orders.live, true)))
    .orderBy(desc(orders.rateE18), asc(orders.createdAt))
    .limit(MOST_LIVE);
  return rows.map((row) => ({ ...row, ask: null, rung: null, bid: null, lock: null }));
}

/** The latest sales of a token that count, whichever side had been waiting. Which of one block is the last is the same everywhere. */
export async function latestSales(db: Queries, asset: string, limit: number): Promise<ShownOrder[]> {
  return db
    .select({ ...SHOWN, serviceFee: fills.serviceFee, soldAt: fills.at })
    .from(fills)
    .innerJoin(orders, eq(orders.id, fills.reference))
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .leftJoin(rungs, RUNG_OF)
    .leftJoin(bids, BID_OF)
    .leftJoin(askLocks, LOCK_OF)
    .where(and(eq(fills.kind, 'order'), eq(fills.assetId, asset), isNull(fills.excluded)))
    .orderBy(desc(fills.height), desc(fills.txid), desc(fills.reference))
    .limit(limit);
}
