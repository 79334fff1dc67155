/** What an address has in one book, as owner or as taker of either side. */
import type { OrderStatus } from '@rialto/market';
import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { MAX_REORG } from '../ledger/ledger-blocks.ts';
import { askLocks, asks, bids, fills, orders, outbox, rungs } from '../schema/index.ts';
import { BID_OF, LOCK_OF, OWN_ORDER, RUNG_OF, SOLD } from './shown-orders.ts';
import type { ShownOrder } from './shown-orders.ts';

interface OfAddress {
  readonly address: string;
  /** Of one book: asks and bids. */
  readonly types: readonly number[];
  readonly assetId?: string | undefined;
}

function ofAddress({ address, types, assetId }: OfAddress) {
  const mine = or(eq(orders.ownerAddress, address), eq(orders.takerAddress, address));
  const token = assetId === undefined ? undefined : eq(orders.assetId, assetId);
  return and(mine, inArray(orders.orderType, [...types]), token);
}

const MAX_ORDERS = 500;

interface OrderPage {
  readonly statuses: readonly OrderStatus[];
  readonly limit?: number | undefined;
  /** Those placed before this order. */
  readonly before?: string | undefined;
}

/** An address's orders, as owner or as taker, newest first. */
export async function ordersOfAddress(db: Queries, query: OfAddress & OrderPage): Promise<ShownOrder[]> {
  const { statuses, limit = MAX_ORDERS, before } = query;
  // Compared in the database: a moment there is finer than a Date.
  const page =
    before === undefined
      ? undefined
      : sql`(${orders.createdAt}, ${orders.id}) < (select o.created_at, o.id from ${orders} o where o.id = ${before})`;
  return db
    .select(OWN_ORDER)
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .leftJoin(rungs, RUNG_OF)
    .leftJoin(bids, BID_OF)
    .leftJoin(askLocks, LOCK_OF)
    .leftJoin(fills, SOLD)
    .where(and(ofAddress(query), inArray(orders.status, [...statuses]), page))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(Math.min(limit, MAX_ORDERS));
}

/**
 * An address's orders with something unresolved, newest first: the lot is being spent elsewhere or its block was undone (paused), the
 * node does not take the purchase or the cancel that was sent, or a block that may still be undone made it invalid.
 */
export async function troubledOrders(
  db: Queries,
  query: OfAddress,
  tipHeight: number,
): Promise<ShownOrder[]> {
  const stuck = db
    .select({ txid: outbox.txid })
    .from(outbox)
    .where(
      and(
        sql`(${outbox.txid} = ${asks.cancelTxid} or ${outbox.reference} = ${orders.liveTrade}::text)`,
        or(eq(outbox.status, 'void'), and(eq(outbox.status, 'waiting'), ne(outbox.lastAnswer, ''))),
      ),
    );
  const trouble = or(
    eq(orders.status, 'paused'),
    and(eq(orders.status, 'invalid'), gt(orders.closedHeight, tipHeight - MAX_REORG)),
    and(inArray(orders.status, ['open', 'cancelling']), exists(stuck)),
  );
  return db
    .select(OWN_ORDER)
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .leftJoin(rungs, RUNG_OF)
    .leftJoin(bids, BID_OF)
    .leftJoin(askLocks, LOCK_OF)
    .leftJoin(fills, SOLD)
    .where(and(ofAddress(query), trouble))
    .orderBy(desc(orders.createdAt))
    .limit(MAX_ORDERS);
}

/**
 * Rungs of an address that ended while their lock is, or will be, on the chain and nothing spends it: the coins wait to be taken home.
 */
export async function unresolvedRungs(
  db: Queries,
  { address, orderType }: { readonly address: string; readonly orderType: number },
): Promise<ShownOrder[]> {
  const ended = inArray(orders.status, ['cancelled', 'expired', 'invalid']);
  return db
    .select(OWN_ORDER)
    .from(orders)
    .leftJoin(asks, eq(asks.orderId, orders.id))
    .innerJoin(rungs, RUNG_OF)
    .innerJoin(bids, BID_OF)
    .leftJoin(askLocks, LOCK_OF)
    .leftJoin(fills, SOLD)
    .where(
      and(
        eq(orders.ownerAddress, address),
        eq(orders.orderType, orderType),
        ended,
        isNotNull(bids.publishedAt),
        isNull(rungs.spentBy),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(MAX_ORDERS);
}
