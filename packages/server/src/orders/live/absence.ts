/** A bidder who is not there: his bids leave the book, a half that waited for him is deleted, and after three of them he waits himself. */
import type { DeclineLiveAnswer, LiveAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Session } from '../../session.ts';
import type { Tx } from '../../store/database.ts';
import { dropOldAnswers, endAnswer, overdueAnswers } from '../../store/live/answer-store.ts';
import type { AnswerRow } from '../../store/live/answer-store.ts';
import {
  abandonedLiveBids,
  countAbsence,
  dropOldBidders,
  pauseBidder,
  standingLiveBids,
} from '../../store/live/live-store.ts';
import { moveOrders } from '../../store/orders/order-store.ts';
import { ledgerHeight } from '../../store/orders/taken-back-store.ts';
import type { OrderContext } from '../context.ts';
import { answerView, ownAnswer } from './answer-view.ts';

type Leaving = Pick<OrderContext, 'store' | 'settings'>;

interface Left {
  readonly to: 'absent' | 'declined' | 'failed';
  readonly reason: string;
}

/** Ends an answer that its bidder left unsigned: the half is deleted, and it counts. @returns false when it was over already */
export async function leaveUnsigned(context: Leaving, answer: AnswerRow, left: Left): Promise<boolean> {
  return context.store.transact(async (tx) => {
    const ended = await endAnswer(tx, answer.id, { from: 'waiting', ...left });
    if (ended === undefined) return false;
    const { absences: most } = context.settings.live;
    if ((await countAbsence(tx, answer.bidderAddress)) >= most)
      await shutOut(context, tx, answer.bidderAddress);
    return true;
  });
}

/** All his live bids leave the book, and he lists none for so many blocks. */
async function shutOut({ settings: { live } }: Leaving, tx: Tx, address: string): Promise<void> {
  await pauseBidder(tx, address, (await ledgerHeight(tx)) + live.pauseBlocks);
  const bids = await standingLiveBids(tx, address);
  const ids = bids.filter(({ liveTrade }) => liveTrade === null).map(({ id }) => id);
  const reason = `${live.absences} answers were left unsigned`;
  await moveOrders(tx, { ids, event: 'cancel', reason });
}

/** Every second: what ran out of time, and whose page is not there. */
export async function sweepLive(context: OrderContext): Promise<void> {
  const { store, settings, now } = context;
  for (const answer of await overdueAnswers(store.db, new Date(now())))
    await leaveUnsigned(context, answer, { to: 'absent', reason: 'the bidder did not sign in time' });
  const ids = await abandonedLiveBids(store.db, settings.live.listedMs);
  if (ids.length > 0)
    await store.transact((tx) => moveOrders(tx, { ids, event: 'pause', reason: 'its bidder is not there' }));
}

/** What nobody asks for any more. */
export async function forgetLive({ store, ledger }: OrderContext): Promise<void> {
  await dropOldAnswers(store.db);
  await dropOldBidders(store.db, (await ledger.tip()).height);
}

/** @throws Refusal not-yours, live-over */
export async function declineLiveAnswer(
  context: OrderContext,
  session: Session,
  body: DeclineLiveAnswer,
): Promise<LiveAnswer> {
  requireSelf(context, session, body);
  const { answer } = await ownAnswer(context, session, body.answerId);
  if (answer.bidderAddress !== session.address) throw new Refusal('not-yours');
  if (!(await leaveUnsigned(context, answer, { to: 'declined', reason: 'the bidder declined' })))
    throw new Refusal('live-over');
  return answerView(await ownAnswer(context, session, body.answerId));
}
