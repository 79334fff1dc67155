/** Orders in the database. Every change of state is a compare-and-set that names the states it may come from. */
import { lots, locations, mrc20Holdings } from '@rialto/ground';
import { LIVE_ORDER_STATUSES, ORDER_MACHINE, closesOrder, reopensOrder } from '@rialto/market';
import type { OrderEvent, OrderStatus } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import type { Outpoint, RefusalCode, Txid } from '@rialto/protocols';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { among } from './database.ts';
import type { Queries, Tx } from './database.ts';
import { allows, nextState } from './moves.ts';
import { notifyOrder } from './notices.ts';
import { orders } from './schema/index.ts';

export type OrderRow = typeof orders.$inferSelect;

/** What everybody sees of an order: the seller's signature is more than half of a row. */
const { psbt: _psbt, witness: _witness, payScript: _payScript, ...SHOWN } = getTableColumns(orders);
export type ShownOrder = Omit<OrderRow, 'psbt' | 'witness' | 'payScript'>;

export async function findOrder(db: Queries, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).limit(1);
  return row;
}

export async function findOrders(db: Queries, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
}

/** The order that offers an outpoint now. */
export async function liveOrderOf(db: Queries, point: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.outpoint, point), inArray(orders.status, [...LIVE_ORDER_STATUSES])))
    .limit(1);
  return row;
}

/** Outpoints an address has in live orders: locked, they never pay. */
export async function lockedOutpoints(db: Queries, address: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ outpoint: orders.outpoint, id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerAddress, address), inArray(orders.status, [...LIVE_ORDER_STATUSES])));
  return new Map(rows.map((row) => [row.outpoint, row.id]));
}

/** The bids of these types that an address has open, with the coin each keeps. */
export async function liveBids(
  db: Queries,
  address: string,
  bidTypes: readonly number[],
): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.buyerAddress, address),
        inArray(orders.orderType, [...bidTypes]),
        inArray(orders.status, [...LIVE_ORDER_STATUSES]),
      ),
    );
}

/** The cheapest open orders of a token. */
export async function cheapestOrders(db: Queries, assetId: string, limit: number): Promise<ShownOrder[]> {
  return db
    .select(SHOWN)
    .from(orders)
    .where(and(eq(orders.assetId, assetId), eq(orders.status, 'open')))
    .orderBy(asc(orders.rateE18), asc(orders.createdAt))
    .limit(limit);
}

/** The latest sales of a token. Those of one block closed at one moment: which of them is the last is the same everywhere. */
export async function latestDeals(db: Queries, assetId: string, limit: number): Promise<ShownOrder[]> {
  return db
    .select(SHOWN)
    .from(orders)
    .where(and(eq(orders.assetId, assetId), eq(orders.status, 'done')))
    .orderBy(desc(orders.closedAt), desc(orders.dealTxid), desc(orders.id))
    .limit(limit);
}

export interface OrderStep {
  readonly ids: readonly string[];
  readonly event: OrderEvent;
  readonly reason?: string;
  readonly set?: Partial<Omit<OrderRow, 'id' | 'status'>>;
}

/** When and how it ended, while it is over. */
function endOf(event: OrderEvent) {
  if (closesOrder(event)) return { closedAt: sql`now()` };
  return reopensOrder(event) ? { closedAt: null, closedHeight: null, dealTxid: null } : {};
}

/** Moves orders along the table; those in another state stay, so that news may be told twice. @returns the moved ones */
export async function moveOrders(tx: Tx, { ids, event, reason = '', set }: OrderStep): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const moved = await tx
    .update(orders)
    .set({ reason, ...endOf(event), ...set, status: nextState(ORDER_MACHINE, event, orders.status) })
    .where(and(inArray(orders.id, [...ids]), allows(ORDER_MACHINE, event, orders.status)))
    .returning();
  for (const row of moved) await notifyOrder(tx, row.id);
  return moved;
}

/**
 * The same for what somebody asks for.
 * @throws Refusal `refusal`, `event-not-allowed` unless it says otherwise, when the order is in another state
 */
export async function requireMoveOrder(
  tx: Tx,
  { id, ...step }: Omit<OrderStep, 'ids'> & { readonly id: string },
  refusal: RefusalCode = 'event-not-allowed',
): Promise<OrderRow> {
  const [moved] = await moveOrders(tx, { ...step, ids: [id] });
  if (moved === undefined) throw new Refusal(refusal, `${step.event}: order ${id}`);
  return moved;
}

/** Gives back what a dead trade held. */
export async function releaseOrders(tx: Tx, tradeId: string): Promise<OrderRow[]> {
  const released = await tx
    .update(orders)
    .set({ liveTrade: null })
    .where(eq(orders.liveTrade, tradeId))
    .returning();
  for (const row of released) await notifyOrder(tx, row.id);
  return released;
}

/** From now on the seller's signature is public: only the chain can make it void. */
export async function markDisclosed(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(orders)
    .set({ disclosedAt: sql`coalesce(${orders.disclosedAt}, now())` })
    .where(inArray(orders.id, [...ids]));
}

/** Orders that name one of these outpoints, whatever their state. */
export async function ordersAt(db: Queries, points: readonly Outpoint[]): Promise<OrderRow[]> {
  if (points.length === 0) return [];
  return db.select().from(orders).where(among(orders.outpoint, points));
}

/** Orders a block closed. */
export async function ordersClosedAt(db: Queries, height: number): Promise<OrderRow[]> {
  return db.select().from(orders).where(eq(orders.closedHeight, height));
}

export async function setCancelTxid(tx: Tx, id: string, txid: Txid): Promise<void> {
  await tx.update(orders).set({ cancelTxid: txid }).where(eq(orders.id, id));
}

export async function ordersWithStatus(db: Queries, status: OrderStatus): Promise<OrderRow[]> {
  return db.select().from(orders).where(eq(orders.status, status));
}

/** Open orders whose lot is not, or no longer, what they offer: the block that made it was undone. */
export async function ordersWithoutLot(db: Queries): Promise<string[]> {
  const standing = db
    .select({ id: lots.inscription })
    .from(locations)
    .innerJoin(lots, and(eq(lots.inscription, locations.inscription), isNull(lots.usedHeight)))
    .where(
      and(
        sql`${locations.inscription} = ${orders.inscriptionId}`,
        sql`${locations.outpoint} = ${orders.outpoint}`,
        sql`${lots.asset} = ${orders.assetId}`,
        sql`${lots.amount} = ${orders.coinAmount}`,
      ),
    );
  const held = db
    .select({ outpoint: mrc20Holdings.outpoint })
    .from(mrc20Holdings)
    .where(
      and(
        sql`${mrc20Holdings.outpoint} = ${orders.outpoint}`,
        sql`${mrc20Holdings.asset} = ${orders.assetId}`,
        sql`${mrc20Holdings.amount} = ${orders.coinAmount}`,
      ),
    );
  // Ids alone: whole rows of all orders would not fit into memory for the comparison.
  const lost = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'open'), notExists(standing), notExists(held)));
  return lost.map(({ id }) => id);
}
