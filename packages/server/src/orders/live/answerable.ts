/** Whether a live bid can be answered now, and what becomes of one whose bidder lacks the money. */
import { marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { liveCoinsOf, waitingAnswer } from '../../store/live/answer-store.ts';
import { findLiveBid, isThere } from '../../store/live/live-store.ts';
import type { LiveBidRow } from '../../store/live/live-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { endOverdue } from './absence.ts';

interface Asking {
  readonly seller: string;
  readonly book: MarketName;
  /** An answer of theirs that may be the one that waits. */
  readonly answerId?: string;
}

/**
 * The live bid, when somebody else may answer it now. An answer before it whose time has run out is ended.
 * @throws Refusal unknown-order, own-order, order-closed, order-taken, live-away, live-answered
 */
export async function answerableBid(
  { store, settings }: Pick<OrderContext, 'store' | 'settings'>,
  orderId: string,
  { seller, book, answerId }: Asking,
): Promise<LiveBidRow> {
  const row = await findLiveBid(store.db, orderId);
  if (row === undefined || marketOfType(row.order.orderType).market.name !== book)
    throw new Refusal('unknown-order');
  const { status, liveTrade, ownerAddress } = row.order;
  if (ownerAddress === seller) throw new Refusal('own-order');
  if (status !== 'open' && status !== 'paused') throw new Refusal('order-closed');
  if (liveTrade !== null) throw new Refusal('order-taken');
  if (status === 'paused' || !(await isThere(store.db, orderId, settings.live.listedMs)))
    throw new Refusal('live-away');
  const waiting = await waitingAnswer(store.db, orderId);
  if (waiting !== undefined && waiting.id !== answerId && !(await endOverdue({ store, settings }, waiting)))
    throw new Refusal('live-answered');
  return row;
}

/** @param short what else is to be done, or refused, where the bidder's money does not cover the bid */
async function whereShort<T>(work: () => Promise<T>, short: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bidder-short') await short();
    throw error;
  }
}

/**
 * Whose money is in an answer that waits may have it again in a minute: his other bids stay in the book.
 * @throws Refusal live-coin-kept for bidder-short
 */
export function whileKept<T>(
  { store }: Pick<OrderContext, 'store'>,
  { order }: LiveBidRow,
  work: () => Promise<T>,
): Promise<T> {
  return whereShort(work, async () => {
    if ((await liveCoinsOf(store.db, order.ownerAddress)).length > 0) throw new Refusal('live-coin-kept');
  });
}

/** A bid whose bidder has not the money leaves the book until a beat finds it there again. */
export function elseOutOfBook<T>(
  { store }: Pick<OrderContext, 'store'>,
  { order }: LiveBidRow,
  work: () => Promise<T>,
): Promise<T> {
  return whereShort(work, async () => {
    const reason = 'its bidder’s money does not cover it';
    await store.transact((tx) => moveOrders(tx, { ids: [order.id], event: 'pause', reason }));
  });
}
