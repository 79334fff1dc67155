/** Cancel softly: one order, or several in one call with an answer for each. */
import type { CancelledOrders, OrderAnswer, UpdateOrder } from '@rialto/contract';
import { sentenceOf } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Self } from '../caller.ts';
import type { Session } from '../session.ts';
import { findOrder } from '../store/orders/order-store.ts';
import { withdrawRung } from './bids/withdraw.ts';
import { cancelSoftly } from './cancel.ts';
import type { OrderContext } from './context.ts';
import { removeLiveBid } from './live/live-bids.ts';

type Result = CancelledOrders['results'][number];

/** Throws the refusal of a single order; of several each has its own answer. */
export async function cancelOrders(
  context: OrderContext,
  session: Session,
  body: UpdateOrder,
  book: MarketName,
): Promise<OrderAnswer | CancelledOrders> {
  const { orderId, orderIds } = body;
  if ((orderId === undefined) === (orderIds === undefined))
    throw new Refusal('bad-request', 'orderId or orderIds');
  if (orderId !== undefined) return cancelEither(context, session, { ...body, orderId }, book);
  const results: Result[] = [];
  for (const id of new Set(orderIds))
    results.push(await resultOf(id, cancelEither(context, session, { ...body, orderId: id }, book)));
  return { results };
}

/** An ask, or a rung of a bid. */
async function cancelEither(
  context: OrderContext,
  session: Session,
  body: Self & { readonly orderId: string },
  book: MarketName,
): Promise<OrderAnswer> {
  const order = await findOrder(context.store.db, body.orderId);
  if (order?.live === true) {
    await removeLiveBid(context, session, body, book);
    return { orderId: body.orderId, orderState: 3 };
  }
  const cancel = order?.side === 'bid' ? withdrawRung : cancelSoftly;
  return cancel(context, session, body, book);
}

async function resultOf(orderId: string, act: Promise<OrderAnswer>): Promise<Result> {
  try {
    await act;
    return { orderId, cancelled: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { orderId, cancelled: false, refusal: sentenceOf(error.code, error.detail) };
  }
}
