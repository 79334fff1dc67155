/** The seller's half arrives: it is verified, and waits for the bidder, who is told. One answer at a time for a bid, one for a coin. */
import type { LiveAnswer, SubmitLiveAnswer } from '@rialto/contract';
import { loadCoins } from '@rialto/ground';
import type { MarketName } from '@rialto/market';
import { bytesToHex, hexToBytes, isClean, lotOf } from '@rialto/protocols';
import { acceptLiveSale } from '@rialto/psbt';
import type { LivePlan } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Session } from '../../session.ts';
import { violates } from '../../store/database.ts';
import { beginWaiting } from '../../store/live/answer-store.ts';
import type { AnswerRow } from '../../store/live/answer-store.ts';
import { holdBidder } from '../../store/live/live-store.ts';
import { takeOfferTurns } from '../../store/orders/offer-turns.ts';
import { findOrder } from '../../store/orders/order-store.ts';
import { liveFromRecord } from '../../store/live/live-record.ts';
import { coinsOfPlan, refreshPlan } from '../../store/orders/plan-codec.ts';
import type { OrderContext } from '../context.ts';
import { answerView, ownAnswer } from './answer-view.ts';
import { answerableBid, elseOutOfBook } from './answerable.ts';
import { requireUnoffered, soldLot } from './sold-lot.ts';

/** The same half twice is the same answer. */
export async function submitLiveAnswer(
  context: OrderContext,
  session: Session,
  body: SubmitLiveAnswer,
  book: MarketName,
): Promise<LiveAnswer> {
  requireSelf(context, session, body);
  const { answer } = await ownAnswer(context, session, body.answerId);
  if (answer.sellerAddress !== session.address) throw new Refusal('not-yours');
  context.at('received');
  if (answer.status !== 'prepared') return told(context, session, answer.id);
  try {
    await accept(context, answer, { body, book });
  } catch (error) {
    // Sent twice at once: the later one meets what the first has begun, its own coins among it.
    const now = await ownAnswer(context, session, answer.id);
    if (now.answer.status === 'prepared') throw error;
    return answerView(now);
  }
  return told(context, session, answer.id);
}

/** The half is verified against the coins as they are now, and the answer waits from then on. */
async function accept(
  context: OrderContext,
  answer: AnswerRow,
  { body, book }: { readonly body: SubmitLiveAnswer; readonly book: MarketName },
): Promise<void> {
  if (context.now() > answer.signBy.getTime()) throw new Refusal('take-expired');
  const plan = liveFromRecord(answer.record);
  const witness = acceptLiveSale(plan, hexToBytes(body.psbtRaw), context.verifier);
  const seller = answer.sellerAddress;
  const asked = { seller, book, answerId: answer.id };
  const bid = await answerableBid(context, answer.orderId, asked);
  if (bid.order.price !== answer.price) throw new Refusal('price-changed');
  const [lot] = plan.take.lots;
  await soldLot(context, bid.order, { outpoint: lot?.coin.outpoint ?? '', address: seller });
  await elseOutOfBook(context, bid, () => freshLive(context, plan));
  await begin(context, answer, { plan, witness });
}

async function begin(
  context: OrderContext,
  answer: AnswerRow,
  { plan, witness }: { readonly plan: LivePlan; readonly witness: readonly Uint8Array[] },
): Promise<void> {
  const { take } = plan;
  const lot = take.lots[0]?.coin.outpoint ?? '';
  const ownerOf = (outpoint: string): string =>
    outpoint === lot ? answer.sellerAddress : answer.bidderAddress;
  const coins = coinsOfPlan(take).map(({ outpoint }) => ({ outpoint, ownerAddress: ownerOf(outpoint) }));
  const half = { witness: witness.map(bytesToHex), forMs: context.settings.live.signMs, coins };
  try {
    await context.store.transact(async (tx) => {
      await holdBidder(tx, answer.bidderAddress);
      // It may have left the book, or been sold, since it was looked at.
      const bid = await findOrder(tx, answer.orderId);
      if (bid?.status !== 'open') throw new Refusal(bid?.status === 'paused' ? 'live-away' : 'order-closed');
      if (bid.liveTrade !== null) throw new Refusal('order-taken');
      await takeOfferTurns(tx, [lot]);
      await requireUnoffered(tx, [lot]);
      // The same half, sent twice at once: the other one has begun it.
      await beginWaiting(tx, answer.id, half);
    });
    context.at('accepted');
  } catch (error) {
    if (violates(error, 'live_answers_waiting')) throw new Refusal('live-answered');
    if (violates(error, 'live_coins_pkey')) throw new Refusal('live-coin-kept');
    throw error;
  }
}

/**
 * The plan with its coins as they are now.
 * @throws Refusal lot-used or coin-spent of the lot, bidder-short when money of the bidder's is gone, no-pad
 */
export async function freshLive(context: OrderContext, plan: LivePlan): Promise<LivePlan> {
  const points = coinsOfPlan(plan.take).map(({ outpoint }) => outpoint);
  const { coins } = await loadCoins(context, points);
  const fresh = refreshPlan(plan.take, coins);
  if ('stale' in fresh) {
    if (fresh.stale === 'lot') throw new Refusal('coin-spent');
    throw new Refusal(fresh.stale === 'pad' && plan.take.pad.platform ? 'no-pad' : 'bidder-short');
  }
  const { pad, payments, lots } = fresh.plan;
  const [before, now] = [plan.take.lots[0]?.coin, lots[0]?.coin].map((coin) =>
    coin === undefined ? undefined : lotOf(coin),
  );
  if (before === undefined || before.asset !== now?.asset || before.amount !== now.amount)
    throw new Refusal('lot-used');
  if (![pad.coin, ...payments].every(isClean)) throw new Refusal('bidder-short');
  return { ...plan, take: { ...fresh.plan, live: true } };
}

async function told(context: OrderContext, session: Session, id: string): Promise<LiveAnswer> {
  return answerView(await ownAnswer(context, session, id));
}
