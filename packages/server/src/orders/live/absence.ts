/** A bidder who is not there: his bids leave the book, a half that waited for him is deleted, and after so many of them he waits himself. */
import type { DeclineLiveAnswer, LiveAnswer } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { requireSelf } from '../../caller.ts';
import type { Session } from '../../session.ts';
import type { Tx } from '../../store/database.ts';
import { answersUnderWay, dropOldAnswers, endAnswer, overdueAnswers } from '../../store/live/answer-store.ts';
import type { AnswerRow } from '../../store/live/answer-store.ts';
import {
  abandonedLiveBids,
  absentBidders,
  countAbsence,
  dropOldBidders,
  holdBidder,
  pauseBidder,
  pausedBidders,
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
  /** Only when its time has run out. */
  readonly when?: 'overdue';
}

/** Ends an answer that its bidder left unsigned: the half is deleted, and it counts. @returns false when it was over already */
export async function leaveUnsigned(
  context: Leaving,
  { id, bidderAddress }: Pick<AnswerRow, 'id' | 'bidderAddress'>,
  left: Left,
): Promise<boolean> {
  return context.store.transact(async (tx) => {
    await holdBidder(tx, bidderAddress);
    const ended = await endAnswer(tx, id, { from: 'waiting', ...left });
    if (ended !== undefined) await countAgainst(context, tx, bidderAddress);
    return ended !== undefined;
  });
}

/** One absence more; the caller holds the bidder. */
export async function countAgainst(context: Leaving, tx: Tx, address: string): Promise<void> {
  if ((await countAbsence(tx, address)) >= context.settings.live.absences)
    await shutOut(context, tx, address);
}

/** All his live bids leave the book with what was answered to them, and he lists none for so many blocks. */
async function shutOut(context: Leaving, tx: Tx, address: string): Promise<void> {
  await pauseBidder(tx, address, (await ledgerHeight(tx)) + context.settings.live.pauseBlocks);
  await clearBook(context, tx, address);
}

/** A bid that is being sold stays until it is known what becomes of the sale. */
async function clearBook({ settings: { live } }: Leaving, tx: Tx, address: string): Promise<void> {
  const bids = await standingLiveBids(tx, address);
  const ids = bids.filter(({ liveTrade }) => liveTrade === null).map(({ id }) => id);
  const reason = `${live.absences} answers were left unsigned`;
  await moveOrders(tx, { ids, event: 'cancel', reason });
  for (const { id, status } of await answersUnderWay(tx, ids))
    await endAnswer(tx, id, { from: status, to: 'failed', reason: 'the bid left the book' });
}

/** Every second: what ran out of time, and whose page is not there. */
export async function sweepLive(context: Leaving): Promise<void> {
  const { store, settings } = context;
  for (const answer of await overdueAnswers(store.db)) await endOverdue(context, answer);
  for (const address of await absentBidders(store.db, settings.live.absences))
    await store.transact(async (tx) => {
      const { absences } = await holdBidder(tx, address);
      if (absences >= settings.live.absences) await shutOut(context, tx, address);
    });
  for (const address of await pausedBidders(store.db))
    await store.transact(async (tx) => {
      const { pausedUntil } = await holdBidder(tx, address);
      if (pausedUntil > (await ledgerHeight(tx))) await clearBook(context, tx, address);
    });
  const ids = await abandonedLiveBids(store.db, settings.live.listedMs);
  if (ids.length > 0)
    await store.transact((tx) => moveOrders(tx, { ids, event: 'pause', reason: 'its bidder is not there' }));
}

/** By whoever sees it first: no half outlives its time because nobody sweeps. */
export function endOverdue(
  context: Leaving,
  answer: Pick<AnswerRow, 'id' | 'bidderAddress'>,
): Promise<boolean> {
  const reason = 'the bidder did not sign in time';
  return leaveUnsigned(context, answer, { to: 'absent', reason, when: 'overdue' });
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
