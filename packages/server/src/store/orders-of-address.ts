/** What an address has in one book, as seller or as buyer. */
import type { OrderStatus } from '@rialto/market';
import { and, desc, eq, exists, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { MAX_REORG } from './ledger-blocks.ts';
import type { OrderRow } from './order-store.ts';
import { orders, outbox } from './schema/index.ts';

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
