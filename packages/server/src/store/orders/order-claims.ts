/** An order and its price are taken together: by a purchase that was signed for it, or by its owner who lowers it. */
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { WHOLE_ASK } from './ask-store.ts';
import type { AskRow } from './ask-store.ts';
import type { Queries, Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import { findOrders } from './order-store.ts';
import { asks, orders } from '../schema/index.ts';

interface PricedOrder {
  readonly id: string;
  readonly price: bigint;
}

/** True when one of them is not offered at this price any more. */
export async function isPriceChanged(db: Queries, requested: readonly PricedOrder[]): Promise<boolean> {
  const prices = new Map(requested.map(({ id, price }) => [id, price]));
  const rows = await findOrders(db, [...prices.keys()]);
  return rows.some((row) => row.price !== prices.get(row.id));
}

/** What an edit changes of an ask. */
export type AskTerms = Pick<AskRow, 'price' | 'rateE18' | 'payScript' | 'sequence' | 'witness' | 'psbt'>;

/**
 * Puts a lower price and its signature in the place of the old ones: of an open ask that nobody is buying, and that still has the
 * price the caller saw. One statement: no one ever reads the one with the other's. @returns false when it is not so any more
 */
export async function lowerPrice(
  tx: Tx,
  seen: PricedOrder,
  { price, rateE18, ...signed }: AskTerms,
): Promise<boolean> {
  const lowered = tx.$with('lowered').as(
    tx
      .update(orders)
      .set({ price, rateE18 })
      .where(
        and(
          eq(orders.id, seen.id),
          eq(orders.price, seen.price),
          gt(orders.price, price),
          eq(orders.status, 'open'),
          isNull(orders.liveTrade),
        ),
      )
      .returning({ id: orders.id }),
  );
  const written = await tx
    .with(lowered)
    .update(asks)
    .set(signed)
    .from(lowered)
    .where(eq(asks.orderId, lowered.id))
    .returning({ id: asks.orderId });
  for (const row of written) await notifyOrder(tx, row.id);
  return written.length === 1;
}

/** Takes asks for a trade at the prices it was prepared for: all of them, or none (the caller rolls back when fewer come back). */
export async function claimAsks(
  tx: Tx,
  requested: readonly PricedOrder[],
  tradeId: string,
): Promise<AskRow[]> {
  // No condition at all would be every order there is.
  if (requested.length === 0) return [];
  // The price names the signature: an edit only ever lowers it.
  const asPrepared = or(...requested.map(({ id, price }) => and(eq(orders.id, id), eq(orders.price, price))));
  const claimed = await tx
    .update(orders)
    .set({ liveTrade: tradeId })
    .from(asks)
    .where(and(eq(asks.orderId, orders.id), asPrepared, eq(orders.status, 'open'), isNull(orders.liveTrade)))
    .returning(WHOLE_ASK);
  for (const row of claimed) await notifyOrder(tx, row.id);
  return claimed;
}
