/** An answer to a live bid as its seller and its bidder are told. */
import type { LiveAnswer } from '@rialto/contract';
import { formatDecimal } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import { shownAnswer } from '../../store/live/answer-store.ts';
import type { ShownAnswer } from '../../store/live/answer-store.ts';
import type { OrderContext } from '../context.ts';

/** Its trade, its state and why: a trade that came to nothing is an answer that failed. */
function outcomeOf({
  answer,
  trade,
}: ShownAnswer): Pick<LiveAnswer, 'state' | 'reason' | 'tradeId' | 'txId'> {
  if (answer.status !== 'signed') return { state: answer.status, reason: answer.reason };
  if (trade === null || trade.status === 'void') return { state: 'failed', reason: trade?.reason ?? '' };
  return { state: 'signed', reason: '', tradeId: trade.id, txId: trade.txid };
}

/** For those whose clock is another one, in milliseconds. */
export const leftOf = ({ signBy }: { readonly signBy: Date }): number =>
  Math.max(0, signBy.getTime() - Date.now());

export function answerView(shown: ShownAnswer): LiveAnswer {
  const { answer, order } = shown;
  return {
    answerId: answer.id,
    orderId: answer.orderId,
    bidderAddress: answer.bidderAddress,
    sellerAddress: answer.sellerAddress,
    tick: order.tick,
    assetId: order.assetId,
    coinAmount: formatDecimal(order.coinAmount, order.decimals),
    amount: answer.price.toString(),
    proceeds: answer.record.take.lots[0]?.price ?? '0',
    ...(answer.status === 'prepared' ? {} : { signBy: answer.signBy.getTime() }),
    ...(answer.status === 'waiting' ? { leftMs: leftOf(answer) } : {}),
    ...outcomeOf(shown),
  };
}

/** @throws Refusal live-over when there is none, or it was forgotten; not-yours */
export async function ownAnswer(
  { store }: Pick<OrderContext, 'store'>,
  { address }: Session,
  answerId: string,
): Promise<ShownAnswer> {
  const shown = await shownAnswer(store.db, answerId);
  if (shown === undefined) throw new Refusal('live-over');
  if (shown.answer.bidderAddress !== address && shown.answer.sellerAddress !== address)
    throw new Refusal('not-yours');
  return shown;
}
