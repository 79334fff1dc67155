/** Cancel softly: one order, or several in one call with an answer for each. */
import type { CancelledOrders, OrderAnswer, UpdateOrder } from '@rialto/contract';
import { sentenceOf } from '@rialto/contract';
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/protocols';
import type { Session } from '../session.ts';
import { findOrders } from '../store/order-store.ts';
import { cancelSoftly } from './cancel.ts';
import type { OrderRoom } from './room.ts';

type Result = CancelledOrders['results'][number];

/** Throws what stands against the one order; of several each has its own answer. */
export async function cancelOrders(
  room: OrderRoom,
  session: Session,
  ask: UpdateOrder,
  book: MarketName,
): Promise<OrderAnswer | CancelledOrders> {
  const { orderId, orderIds } = ask;
  if ((orderId === undefined) === (orderIds === undefined))
    throw new Refusal('bad-request', 'orderId or orderIds');
  const ids = [...new Set(orderIds ?? [])];
  await requireBook(room, orderId === undefined ? ids : [orderId], book);
  if (orderId !== undefined) return cancelSoftly(room, session, { ...ask, orderId });
  const results: Result[] = [];
  for (const id of ids)
    results.push(await resultOf(id, cancelSoftly(room, session, { ...ask, orderId: id })));
  return { results };
}

/** Orders are named by the book they stand in. Throws Refusal('unknown-order'). */
export async function requireBook(room: OrderRoom, ids: readonly string[], book: MarketName): Promise<void> {
  const rows = await findOrders(room.store.db, ids);
  if (rows.some((row) => marketOfType(row.orderType).market.name !== book))
    throw new Refusal('unknown-order');
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
