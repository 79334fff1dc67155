/** Orders in the database. Every change of state is a compare-and-set that names the states it may come from. */
import { LIVE_ORDER_STATUSES, ORDER_TABLE, orderStatusesBefore } from '@rialto/market';
import type { OrderEvent, OrderStatus } from '@rialto/market';
import type { Outpoint, Txid } from '@rialto/protocols';
import { lots, locations, tip } from '@rialto/ground';
import { and, asc, desc, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { among } from './database.ts';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queries, Store } from './database.ts';
import { notifyOrder, orderNotice } from './notices.ts';
import { orders } from './schema.ts';

const DIALECT = new PgDialect();

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;

const Written = z.tuple([z.object({ at: z.int(), written: z.int() })]);

/**
 * Writes an open order, unless the same outpoint was ever offered cheaper (that signature might still be about), or the ledger
 * has left the block at which the coin was looked at. The tip's row is held until the order stands: a block that spends the
 * coin comes wholly before, and is noticed here, or wholly after, and finds the order.
 */
export async function insertOrder(
  store: Pick<Store, 'db' | 'pool'>,
  order: NewOrder & { outpoint: string; price: bigint },
  tipHash: string,
): Promise<'written' | 'cheaper' | 'tip-moved'> {
  const cheaper = store.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.outpoint, order.outpoint), lt(orders.price, order.price), ne(orders.status, 'open')),
    );
  // One statement, planned once per connection: looked up, written and told together.
  const { sql: text, params: values } = DIALECT.sqlToQuery(sql`
    with at as (select 1 from ${tip} where ${tip.hash} = ${tipHash} for share),
    fresh as (
      insert into ${orders} (id, status, order_type, asset_id, tick, price, coin_amount, rate_e18, seller_address,
        inscription_id, outpoint, pay_script, sequence, witness, psbt)
      select ${order.id}, ${order.status}, ${order.orderType}::int, ${order.assetId}, ${order.tick},
        ${order.price}::numeric, ${order.coinAmount}::numeric, ${order.rateE18}::numeric, ${order.sellerAddress},
        ${order.inscriptionId}, ${order.outpoint}, ${order.payScript}, ${order.sequence}::numeric,
        ${JSON.stringify(order.witness ?? null)}::jsonb, ${order.psbt ?? ''}
      from at where not exists (${cheaper})
      returning id
    )
    select (select count(*)::int from at) as at, (select count(*)::int from fresh) as written,
      (select ${orderNotice(order.id)} from fresh)`);
  const answer = await store.pool.query({ name: 'insert-order', text, values });
  const [row] = Written.parse(answer.rows);
  if (row.at === 0) return 'tip-moved';
  return row.written === 1 ? 'written' : 'cheaper';
}

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

/** The bids an address has open, with the coin each keeps. */
export async function liveBids(db: Queries, address: string): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.buyerAddress, address),
        sql`${orders.orderType} % 10 = 2`,
        inArray(orders.status, [...LIVE_ORDER_STATUSES]),
      ),
    );
}

/** The cheapest open orders of a token. */
export async function cheapestOrders(db: Queries, assetId: string, limit: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.assetId, assetId), eq(orders.status, 'open')))
    .orderBy(asc(orders.rateE18), asc(orders.createdAt))
    .limit(limit);
}

/** The latest sales of a token. */
export async function latestDeals(db: Queries, assetId: string, limit: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.assetId, assetId), eq(orders.status, 'done')))
    .orderBy(desc(orders.closedAt))
    .limit(limit);
}

/** An address's orders, as seller or as buyer, newest first. */
export async function ordersOfAddress(
  db: Queries,
  ask: { address: string; statuses: readonly OrderStatus[]; assetId?: string | undefined },
): Promise<OrderRow[]> {
  const mine = or(eq(orders.sellerAddress, ask.address), eq(orders.buyerAddress, ask.address));
  const token = ask.assetId === undefined ? undefined : eq(orders.assetId, ask.assetId);
  return db
    .select()
    .from(orders)
    .where(and(mine, inArray(orders.status, [...ask.statuses]), token))
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

/** Takes orders for a trade: all of them, or none (the caller rolls back when fewer come back). */
export async function claimOrders(db: Queries, ids: readonly string[], tradeId: string): Promise<OrderRow[]> {
  const claimed = await db
    .update(orders)
    .set({ liveTrade: tradeId })
    .where(and(inArray(orders.id, [...ids]), eq(orders.status, 'open'), isNull(orders.liveTrade)))
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
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'open'), notExists(standing)));
}

export interface MarketFigures {
  readonly lastRate: bigint | undefined;
  readonly floorRate: bigint | undefined;
  readonly volume24h: bigint;
  readonly trades24h: number;
  readonly openOrders: number;
}

/** Last and lowest price, the day's volume and the number of offers, per asset. */
export async function marketFigures(
  db: Queries,
  assets: readonly string[],
): Promise<Map<string, MarketFigures>> {
  if (assets.length === 0) return new Map();
  const day = sql`${orders.status} = 'done' and ${orders.closedAt} > now() - interval '24 hours'`;
  const rows = await db
    .select({
      assetId: orders.assetId,
      last: sql<
        string | null
      >`(array_agg(${orders.rateE18} order by ${orders.closedAt} desc) filter (where ${orders.status} = 'done'))[1]::text`,
      floor: sql<string | null>`(min(${orders.rateE18}) filter (where ${orders.status} = 'open'))::text`,
      volume: sql<string>`coalesce(sum(${orders.price}) filter (where ${day}), 0)::text`,
      deals: sql<number>`(count(*) filter (where ${day}))::int`,
      open: sql<number>`(count(*) filter (where ${orders.status} = 'open'))::int`,
    })
    .from(orders)
    .where(inArray(orders.assetId, [...assets]))
    .groupBy(orders.assetId);
  return new Map(
    rows.map((row) => [
      row.assetId,
      {
        lastRate: row.last === null ? undefined : BigInt(row.last),
        floorRate: row.floor === null ? undefined : BigInt(row.floor),
        volume24h: BigInt(row.volume),
        trades24h: row.deals,
        openOrders: row.open,
      },
    ]),
  );
}

export async function countOpenOrders(db: Queries): Promise<Map<string, number>> {
  const rows = await db
    .select({ assetId: orders.assetId, open: sql<number>`count(*)::int` })
    .from(orders)
    .where(eq(orders.status, 'open'))
    .groupBy(orders.assetId);
  return new Map(rows.map((row) => [row.assetId, row.open]));
}
