/** Purchases and sales that came to nothing before they were written to be sent: what they held is given back. */
import { moveTrades, tradesWithStatus } from '../../store/orders/trade-store.ts';
import { releaseOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';

/** What is not in the outbox yet. */
const UNCOMMITTED = ['submitted', 'co-signed'] as const;

/** Gives everything back that a failed attempt held; the buyer's half is deleted. What was committed meanwhile is on its way. */
export async function giveUp(context: OrderContext, tradeId: string, reason: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const set = { reason, halfSigned: null };
    const given = await moveTrades(tx, { ids: [tradeId], event: 'fail', from: UNCOMMITTED, set });
    if (given.length > 0) await releaseOrders(tx, tradeId);
  });
}

const INTERRUPTED = {
  ask: 'the purchase was interrupted before it was sent; nothing was paid',
  bid: 'the sale was interrupted before it was sent; nothing was sold',
} as const;

/** Attempts that a crash left between claim and commit: nothing was promised, so they are given up and said so. */
export async function giveUpStale(context: OrderContext): Promise<void> {
  for (const trade of await tradesWithStatus(context.store.db, UNCOMMITTED))
    if (context.now() - trade.createdAt.getTime() > context.settings.staleSubmitMs)
      await giveUp(context, trade.id, INTERRUPTED[trade.side]);
}
