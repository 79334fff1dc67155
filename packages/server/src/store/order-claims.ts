/** An order and its price are taken together: by a purchase that was signed for it, or by its owner who lowers it. */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Queries, Tx } from './database.ts';
import { notifyOrder } from './notices.ts';
import { findOrders } from './order-store.ts';
import type { OrderRow } from './order-store.ts';
import { orders } from './schema/index.ts';

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
  tx: Tx,
  seen: PricedOrder,
  lower: Pick<OrderRow, 'price' | 'rateE18' | 'payScript' | 'sequence' | 'witness' | 'psbt'>,
): Promise<boolean> {
  const lowered = await tx
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
  for (const row of lowered) await notifyOrder(tx, row.id);
  return lowered.length === 1;
}

/** Takes orders for a trade at the prices it was prepared for: all of them, or none (the caller rolls back when fewer come back). */
export async function claimOrders(
  tx: Tx,
  wanted: readonly PricedOrder[],
  tradeId: string,
): Promise<OrderRow[]> {
  // No condition at all would be every order there is.
  if (wanted.length === 0) return [];
  // The price names the signature: an edit only ever lowers it.
  const asPrepared = or(...wanted.map(({ id, price }) => and(eq(orders.id, id), eq(orders.price, price))));
  const claimed = await tx
    .update(orders)
    .set({ liveTrade: tradeId })
    .where(and(asPrepared, eq(orders.status, 'open'), isNull(orders.liveTrade)))
    .returning();
  for (const row of claimed) await notifyOrder(tx, row.id);
  return claimed;
}
