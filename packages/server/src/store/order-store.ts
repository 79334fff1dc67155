/** Orders in the database. Every change of state is a compare-and-set that names the states it may come from. */
import { LIVE_ORDER_STATUSES, ORDER_TABLE, orderStatusesBefore } from '@rialto/market';
import type { OrderEvent, OrderStatus } from '@rialto/market';
import type { Outpoint, Txid } from '@rialto/protocols';
import { lots, locations, mrc20Holdings } from '@rialto/ground';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNull,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { among } from './database.ts';
import type { Queries } from './database.ts';
import { MAX_REORG } from './ledger-blocks.ts';
import { notifyOrder } from './notices.ts';
import { orders, outbox } from './schema.ts';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;

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

/** The latest sales of a token. */
export async function latestDeals(db: Queries, assetId: string, limit: number): Promise<ShownOrder[]> {
  return db
    .select(SHOWN)
    .from(orders)
    .where(and(eq(orders.assetId, assetId), eq(orders.status, 'done')))
    .orderBy(desc(orders.closedAt))
    .limit(limit);
}

export interface OfAddress {
  readonly address: string;
  /** Of one book. */
  readonly types: readonly number[];
  readonly assetId?: string | undefined;
}

function ofAddress({ address, types, assetId }: OfAddress) {
  const mine = or(eq(orders.sellerAddress, address), eq(orders.buyerAddress, address));
  const token = assetId === undefined ? undefined : eq(orders.assetId, assetId);
  return and(mine, inArray(orders.orderType, [...types]), token);
}

const MOST_ORDERS = 500;

export interface OrderPage {
  readonly statuses: readonly OrderStatus[];
  readonly limit?: number | undefined;
  /** Those placed before this order. */
  readonly before?: string | undefined;
}

/** An address's orders, as seller or as buyer, newest first. */
export async function ordersOfAddress(db: Queries, ask: OfAddress & OrderPage): Promise<OrderRow[]> {
  const { statuses, limit = MOST_ORDERS, before } = ask;
  // Compared in the database: a moment there is finer than a Date.
  const page =
    before === undefined
      ? undefined
      : sql`(${orders.createdAt}, ${orders.id}) < (select o.created_at, o.id from ${orders} o where o.id = ${before})`;
  return db
    .select()
    .from(orders)
    .where(and(ofAddress(ask), inArray(orders.status, [...statuses]), page))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(Math.min(limit, MOST_ORDERS));
}

/**
 * An address's orders with something unresolved, newest first: the lot is being spent elsewhere or its block was undone (paused), the
 * node does not take the purchase or the cancel that was sent, or a block that may still be undone made it invalid.
 */
export async function troubledOrders(db: Queries, ask: OfAddress, tipHeight: number): Promise<OrderRow[]> {
  const stuck = db
    .select({ txid: outbox.txid })
    .from(outbox)
    .where(
      and(
        sql`(${outbox.txid} = ${orders.cancelTxid} or ${outbox.reference} = ${orders.liveTrade}::text)`,
        or(eq(outbox.status, 'void'), and(eq(outbox.status, 'waiting'), ne(outbox.lastAnswer, ''))),
      ),
    );
  const trouble = or(
    eq(orders.status, 'paused'),
    and(eq(orders.status, 'invalid'), gt(orders.closedHeight, tipHeight - MAX_REORG)),
    and(inArray(orders.status, ['open', 'cancelling']), exists(stuck)),
  );
  return db
    .select()
    .from(orders)
    .where(and(ofAddress(ask), trouble))
    .orderBy(desc(orders.createdAt))
    .limit(500);
}

const closes = (event: OrderEvent): boolean =>
  ['sold', 'cancel-mined', 'moved', 'cancel', 'expire'].includes(event);
const reopens = (event: OrderEvent): boolean => ['unsold', 'cancel-unmined', 'unmoved'].includes(event);

/** The next state as SQL: a CASE over the table, so that one statement moves many orders by the same law. */
function nextStatusSql(event: OrderEvent) {
  const cases = orderStatusesBefore(event).map(
    (status) => sql`when ${orders.status} = ${status} then ${ORDER_TABLE[status][event]}`,
  );
  return sql<OrderStatus>`case ${sql.join(cases, sql` `)} else ${orders.status} end`;
}

export interface OrderStep {
  readonly ids: readonly string[];
  readonly event: OrderEvent;
  readonly reason?: string;
  readonly set?: Partial<NewOrder>;
}

/** Moves orders along the table; those in another state stay. @returns the moved ones */
export async function moveOrders(db: Queries, step: OrderStep): Promise<OrderRow[]> {
  if (step.ids.length === 0) return [];
  const closing = closes(step.event) ? { closedAt: sql`now()` } : {};
  const opening = reopens(step.event) ? { closedAt: null, closedHeight: null, dealTxid: null } : {};
  const moved = await db
    .update(orders)
    .set({
      status: nextStatusSql(step.event),
      reason: step.reason ?? '',
      ...closing,
      ...opening,
      ...step.set,
    })
    .where(
      and(inArray(orders.id, [...step.ids]), inArray(orders.status, [...orderStatusesBefore(step.event)])),
    )
    .returning();
  for (const row of moved) await notifyOrder(db, row.id);
  return moved;
}

export interface PricedOrder {
  readonly id: string;
  readonly price: bigint;
}

/** True when one of them is not offered at this price any more. */
export async function isPriceChanged(db: Queries, wanted: readonly PricedOrder[]): Promise<boolean> {
  const prices = new Map(wanted.map(({ id, price }) => [id, price]));
  const rows = await findOrders(db, [...prices.keys()]);
  return rows.some((row) => row.price !== prices.get(row.id));
}

/**
 * Puts a lower price and its signature in the place of the old ones: of an open order that nobody is buying, and that still has the
 * price the caller saw. @returns false when it is not so any more
 */
export async function lowerPrice(
  db: Queries,
  seen: PricedOrder,
  lower: Pick<OrderRow, 'price' | 'rateE18' | 'payScript' | 'sequence' | 'witness' | 'psbt'>,
): Promise<boolean> {
  const lowered = await db
    .update(orders)
    .set(lower)
    .where(
      and(
        eq(orders.id, seen.id),
        eq(orders.price, seen.price),
        gt(orders.price, lower.price),
        eq(orders.status, 'open'),
        isNull(orders.liveTrade),
      ),
    )
    .returning({ id: orders.id });
  for (const row of lowered) await notifyOrder(db, row.id);
  return lowered.length === 1;
}

/** Takes orders for a trade at the prices it was prepared for: all of them, or none (the caller rolls back when fewer come back). */
export async function claimOrders(
  db: Queries,
  wanted: readonly PricedOrder[],
  tradeId: string,
): Promise<OrderRow[]> {
  // The price names the signature: an edit only ever lowers it.
  const asPrepared = or(...wanted.map(({ id, price }) => and(eq(orders.id, id), eq(orders.price, price))));
  const claimed = await db
    .update(orders)
    .set({ liveTrade: tradeId })
    .where(and(asPrepared, eq(orders.status, 'open'), isNull(orders.liveTrade)))
    .returning();
  for (const row of claimed) await notifyOrder(db, row.id);
  return claimed;
}

/** Gives back what a dead trade held. */
export async function releaseOrders(db: Queries, tradeId: string): Promise<OrderRow[]> {
  const released = await db
    .update(orders)
    .set({ liveTrade: null })
    .where(eq(orders.liveTrade, tradeId))
    .returning();
  for (const row of released) await notifyOrder(db, row.id);
  return released;
}

/** From now on the seller's signature is public: only the chain can make it void. */
export async function markDisclosed(db: Queries, ids: readonly string[]): Promise<void> {
  await db
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

export async function setCancelTxid(db: Queries, id: string, txid: Txid): Promise<void> {
  await db.update(orders).set({ cancelTxid: txid }).where(eq(orders.id, id));
}

export async function ordersWithStatus(db: Queries, status: OrderStatus): Promise<OrderRow[]> {
  return db.select().from(orders).where(eq(orders.status, status));
}

/** Open orders whose lot is not, or no longer, what they offer: the block that made it was undone. */
export async function ordersWithoutLot(db: Queries): Promise<OrderRow[]> {
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
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'open'), notExists(standing), notExists(held)));
}
