/** The bidder signs in time: bid and trade are claimed together, the exchange signs its pad last, and the sale goes through the outbox. */
import { planToWire } from '@rialto/contract';
import type { CosignRequest, LiveAnswer, SignLiveAnswer } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant, lotOf, txidOf } from '@rialto/protocols';
import { acceptTake, buildLiveSale, finishTake } from '@rialto/psbt';
import type { Finished, LivePlan, Witnesses } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { violates } from '../../store/database.ts';
import { endAnswer, isInTime } from '../../store/live/answer-store.ts';
import type { AnswerRow, ShownAnswer } from '../../store/live/answer-store.ts';
import { liveFromRecord } from '../../store/live/live-record.ts';
import { claimLiveBid, forgiveAbsences, holdBidder } from '../../store/live/live-store.ts';
import { releaseOrders } from '../../store/orders/order-store.ts';
import { coinsOfPlan } from '../../store/orders/plan-codec.ts';
import { insertTrade, moveTrades, requireMoveTrade } from '../../store/orders/trade-store.ts';
import { FILL } from '../bids/purposes.ts';
import type { OrderContext } from '../context.ts';
import { endOverdue, leaveUnsigned } from './absence.ts';
import { answerView, ownAnswer } from './answer-view.ts';
import { freshLive } from './submit-answer.ts';

/**
 * The same signature again gets the same answer. What is not written to be sent when the time ends is not sent: by then the seller's half
 * is in an outbox that promises its transaction, or nowhere.
 */
export async function signLiveAnswer(
  context: OrderContext,
  session: Session,
  body: SignLiveAnswer,
): Promise<LiveAnswer> {
  requireSelf(context, session, body);
  const shown = await ownAnswer(context, session, body.answerId);
  const { answer } = shown;
  if (answer.bidderAddress !== session.address) throw new Refusal('not-yours');
  if (answer.status === 'signed') return answerView(shown);
  if (answer.status !== 'waiting' || (await endOverdue(context, answer))) throw new Refusal('live-over');
  const planned = liveFromRecord(answer.record);
  const halves = acceptTake(planned.take, hexToBytes(body.psbtRaw), context.verifier);
  context.at('received');
  const plan = await freshOrEnd(context, answer, planned);
  const seller = plan === undefined ? undefined : await claim(context, shown, plan);
  if (plan !== undefined && seller !== undefined) {
    context.at('accepted');
    await carryThrough(context, answer, { plan, halves, seller });
  } else await endOverdue(context, answer);
  const after = await ownAnswer(context, session, answer.id);
  if (after.answer.status !== 'signed') throw new Refusal('live-over', after.answer.reason);
  return answerView(after);
}

/**
 * A sale whose coins are gone ends at once: through the bidder's own spend it counts like not being there.
 * @returns undefined when it waits no more: what was sent meanwhile has spent them
 */
async function freshOrEnd(
  context: OrderContext,
  answer: AnswerRow,
  plan: LivePlan,
): Promise<LivePlan | undefined> {
  try {
    const fresh = await freshLive(context, plan);
    const [lot] = plan.take.lots;
    const sold = lot === undefined ? undefined : lotOf(lot.coin);
    if (sold !== undefined) await context.crossCheck.trading(sold.asset);
    invariant(bytesToHex(buildLiveSale(fresh).unsigned) === answer.unsigned, 'the same coins, the same sale');
    return fresh;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    const reason = code === undefined ? undefined : WHY_NOT[code];
    if (reason === undefined) throw error;
    const didWait = await (code === 'bidder-short'
      ? leaveUnsigned(context, answer, { to: 'failed', reason })
      : fail(context, answer, reason));
    if (!didWait) return undefined;
    throw error;
  }
}

/** Why a sale cannot be: it ends. Only the first is the bidder's doing, and counts against him. */
const WHY_NOT: Partial<Record<RefusalCode, string>> = {
  'bidder-short': 'the bidder spent the coins elsewhere',
  'coin-spent': 'the lot was spent elsewhere',
  'lot-used': 'the lot was spent elsewhere',
  'no-pad': 'the coin in front was spent elsewhere',
  'token-halted': 'trading of this token is halted',
};

const TAKEN = 'the bid is not to be had any more';

/** @returns false when it was over already */
async function fail(
  { store }: OrderContext,
  { id, bidderAddress }: AnswerRow,
  reason: string,
): Promise<boolean> {
  return store.transact(async (tx) => {
    await holdBidder(tx, bidderAddress);
    return (await endAnswer(tx, id, { from: 'waiting', to: 'failed', reason })) !== undefined;
  });
}

/** Answer, bid and trade in one transaction; with it the seller's half leaves the database. Undefined when it was claimed before. */
async function claim(
  context: OrderContext,
  { answer, order }: ShownAnswer,
  plan: LivePlan,
): Promise<readonly string[] | undefined> {
  const built = buildLiveSale(plan);
  const [lot] = plan.take.lots;
  const sold = lot === undefined ? undefined : lotOf(lot.coin);
  invariant(sold !== undefined, 'a sale has a lot');
  const { id, orderId, price, bidderAddress, sellerAddress } = answer;
  try {
    return await context.store.transact(async (tx) => {
      await holdBidder(tx, bidderAddress);
      const before = await endAnswer(tx, id, { from: 'waiting', to: 'signed', when: 'in time' });
      if (before === undefined) return undefined;
      if (before.witness === null) throw new Error('invariant: an answer that waits has its half');
      await insertTrade(tx, {
        id,
        status: 'submitted',
        side: 'bid',
        orderType: order.orderType,
        assetId: sold.asset,
        tick: sold.tick,
        decimals: sold.decimals,
        price,
        coinAmount: sold.amount,
        networkFee: built.fee,
        serviceFee: plan.take.serviceFee?.value ?? 0n,
        buyerAddress: bidderAddress,
        sellerAddress,
        orderIds: [orderId],
        txid: txidOf(built.unsigned),
        padOutpoint: answer.padOutpoint,
        lotOutpoint: lot?.coin.outpoint ?? null,
      });
      if (!(await claimLiveBid(tx, { id: orderId, price, tradeId: id }))) throw new Refusal('order-taken');
      return before.witness;
    });
  } catch (error) {
    if (violates(error, 'trades_pkey') || violates(error, 'trades_txid')) return undefined;
    if (error instanceof Refusal && error.code === 'order-taken') await fail(context, answer, TAKEN);
    throw error;
  }
}

interface Halves {
  readonly plan: LivePlan;
  readonly halves: Witnesses;
  readonly seller: readonly string[];
}

const GONE = { conflict: 'live-over', 'missing-inputs': 'live-over' } as const;

async function carryThrough(context: OrderContext, answer: AnswerRow, parts: Halves): Promise<void> {
  const { id } = answer;
  try {
    const final = await complete(context, answer, parts);
    const finals = [{ ...final, coins: coinsOfPlan(parts.plan.take) }];
    await commitAndSend(context.outbox, { finals, refusals: GONE }, async (tx) => {
      await holdBidder(tx, answer.bidderAddress);
      if (!(await isInTime(tx, id))) throw new Refusal('live-over');
      await requireMoveTrade(tx, { id, event: 'commit' }, 'live-over');
      // Not before: a signature under coins that are spent at the same moment would wash a bidder clean.
      await forgiveAbsences(tx, answer.bidderAddress);
      return { purpose: FILL.name, reference: id };
    });
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : 'the attempt failed';
    await context.store.transact(async (tx) => {
      const from = ['submitted', 'co-signed'] as const;
      const given = await moveTrades(tx, { ids: [id], event: 'fail', from, set: { reason } });
      if (given.length === 0) return;
      await releaseOrders(tx, id);
      await endAnswer(tx, id, { from: 'signed', to: 'failed', reason });
    });
    throw error;
  }
}

/** The exchange signs last, and only where its pad is in front. */
async function complete(
  context: OrderContext,
  answer: AnswerRow,
  { plan: { take }, halves, seller }: Halves,
): Promise<Finished> {
  const sellers = [seller.map(hexToBytes)];
  if (!take.pad.platform) return finishTake(take, { buyer: halves, sellers }, context.verifier);
  const request: CosignRequest = {
    tradeId: answer.id,
    unsigned: answer.unsigned,
    plan: planToWire(take, (coin) => coin.outpoint),
    sellerWitnesses: [[...seller]],
    buyerWitnesses: halves.map((half) => half?.map(bytesToHex) ?? null),
  };
  const padWitness = (await context.custody.cosign(request)).map(hexToBytes);
  await context.store.transact((tx) =>
    requireMoveTrade(tx, { id: answer.id, event: 'co-sign' }, 'live-over'),
  );
  context.at('co-signed');
  return finishTake(take, { buyer: halves, sellers, padWitness }, context.verifier);
}
