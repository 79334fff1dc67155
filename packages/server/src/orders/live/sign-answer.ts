/** The bidder signs in time: bid and trade are claimed together, the exchange signs its pad last, and the sale goes through the outbox. */
import { planToWire } from '@rialto/contract';
import type { CosignRequest, LiveAnswer, SignLiveAnswer } from '@rialto/contract';
import { bytesToHex, hexToBytes, invariant, lotOf, txidOf } from '@rialto/protocols';
import { acceptTake, buildLiveSale, finishTake } from '@rialto/psbt';
import type { Finished, LivePlan, Witnesses } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import { commitAndSend } from '../../outbox/commit.ts';
import type { Session } from '../../session.ts';
import { violates } from '../../store/database.ts';
import { endAnswer } from '../../store/live/answer-store.ts';
import type { AnswerRow, ShownAnswer } from '../../store/live/answer-store.ts';
import { liveFromRecord } from '../../store/live/live-record.ts';
import { claimLiveBid, forgiveAbsences } from '../../store/live/live-store.ts';
import { releaseOrders } from '../../store/orders/order-store.ts';
import { coinsOfPlan } from '../../store/orders/plan-codec.ts';
import { insertTrade, moveTrades, requireMoveTrade } from '../../store/orders/trade-store.ts';
import { FILL } from '../bids/purposes.ts';
import type { OrderContext } from '../context.ts';
import { leaveUnsigned } from './absence.ts';
import { answerView, ownAnswer } from './answer-view.ts';
import { freshLive } from './submit-answer.ts';

/** The same signature again gets the same answer. */
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
  if (answer.status !== 'waiting' || context.now() >= answer.signBy.getTime()) throw new Refusal('live-over');
  const planned = liveFromRecord(answer.record);
  const halves = acceptTake(planned.take, hexToBytes(body.psbtRaw), context.verifier);
  context.at('received');
  const plan = await freshOrEnd(context, answer, planned);
  const seller = await claim(context, shown, plan);
  if (seller !== undefined) {
    context.at('accepted');
    await carryThrough(context, answer, { plan, halves, seller });
  }
  return answerView(await ownAnswer(context, session, answer.id));
}

/** A sale whose coins are gone ends at once: through the bidder's own spend it counts like not being there. */
async function freshOrEnd(context: OrderContext, answer: AnswerRow, plan: LivePlan): Promise<LivePlan> {
  try {
    const fresh = await freshLive(context, plan);
    invariant(bytesToHex(buildLiveSale(fresh).unsigned) === answer.unsigned, 'the same coins, the same sale');
    return fresh;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bidder-short')
      await leaveUnsigned(context, answer, { to: 'failed', reason: 'the bidder spent the coins elsewhere' });
    else if (error instanceof Refusal && ['coin-spent', 'lot-used'].includes(error.code))
      await context.store.transact((tx) =>
        endAnswer(tx, answer.id, { from: 'waiting', to: 'failed', reason: 'the lot was spent elsewhere' }),
      );
    throw error;
  }
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
      const before = await endAnswer(tx, id, { from: 'waiting', to: 'signed' });
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
      await forgiveAbsences(tx, bidderAddress);
      return before.witness;
    });
  } catch (error) {
    if (violates(error, 'trades_pkey') || violates(error, 'trades_txid')) return undefined;
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
      await requireMoveTrade(tx, { id, event: 'commit' }, 'take-expired');
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
    requireMoveTrade(tx, { id: answer.id, event: 'co-sign' }, 'take-expired'),
  );
  context.at('co-signed');
  return finishTake(take, { buyer: halves, sellers, padWitness }, context.verifier);
}
