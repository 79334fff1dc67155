/** Cancel softly: one order, or several in one call with an answer for each. */
import type { CancelledOrders, OrderAnswer, UpdateOrder } from '@rialto/contract';
import { sentenceOf } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../session.ts';
import { cancelSoftly } from './cancel.ts';
import type { OrderContext } from './context.ts';

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
  if (orderId !== undefined) return cancelSoftly(context, session, { ...body, orderId }, book);
  const results: Result[] = [];
  for (const id of new Set(orderIds))
    results.push(await resultOf(id, cancelSoftly(context, session, { ...body, orderId: id }, book)));
  return { results };
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
