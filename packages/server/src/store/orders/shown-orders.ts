/** Orders as everybody may see them: of either side, without a signature. */
import type { OrderSide } from '@rialto/market';
import { and, asc, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import type { OrderRow } from './order-store.ts';
import { asks, fills, orders } from '../schema/index.ts';

/** What is shown of an ask; its PSBT to its owner alone. */
export interface ShownAsk {
  readonly inscriptionId: string;
  readonly outpoint: string;
  readonly disclosedAt: Date | null;
  readonly psbt?: string;
}

export interface ShownOrder extends OrderRow {
  /** Null of a bid. */
  readonly ask: ShownAsk | null;
  /** Of a sold one: its part of the fee that was paid to the exchange. Not read where all are open. */
  readonly serviceFee?: bigint | null;
  /** The time of the block that sold it, whenever the index came to read that block. */
  readonly soldAt?: Date | null;
}

const { inscriptionId, outpoint, disclosedAt, psbt } = asks;
const SHOWN = { ...getTableColumns(orders), ask: { inscriptionId, outpoint, disclosedAt } };
/** The same with what its owner alone may see. */
export const OWN_ORDER = {
  ...getTableColumns(orders),
  ask: { inscriptionId, outpoint, disclosedAt, psbt },
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
export async function bestOrders(
  db: Queries,
  { asset, side }: BookSide,
  limit: number,
): Promise<ShownOrder[]> {
  const best = side === 'ask' ? asc : desc;
  return db
    .select(SHOWN)
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .where(and(eq(orders.assetId, asset), eq(orders.side, side), eq(orders.status, 'open')))
    .orderBy(best(orders.rateE18), asc(orders.createdAt))
    .limit(limit);
}

/** The latest sales of a token that count, whichever side had been waiting. Which of one block is the last is the same everywhere. */
export async function latestSales(db: Queries, asset: string, limit: number): Promise<ShownOrder[]> {
  return db
    .select({ ...SHOWN, serviceFee: fills.serviceFee, soldAt: fills.at })
    .from(fills)
    .innerJoin(orders, eq(orders.id, fills.reference))
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .where(and(eq(fills.kind, 'order'), eq(fills.assetId, asset), isNull(fills.excluded)))
    .orderBy(desc(fills.height), desc(fills.txid), desc(fills.reference))
    .limit(limit);
}
