/** A seller answers a live bid: quote, signature, and the wait for the bidder, with the seconds that are left and what came of it. */
import { useEffect, useState } from 'react';
import { formatAmount } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import type { LiveAnswer, Order } from '@rialto/contract';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { errorWords } from '../../../error-words.ts';
import { askAnswer, quoteAnswer, submitAnswer } from '../../../flows/live/live-acts.ts';
import type { Quoted } from '../../../flows/live/live-acts.ts';
import { answerTold, answersShown } from '../../../flows/live/answer-told.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useSecondsLeft } from '../../../ui/seconds-left.ts';
import { actorOf } from '../actor.ts';
import { lotState, unitsOf } from '../book/rows.ts';
import type { Market } from '../market.ts';
import { numberWords, t } from '../../../words.ts';

const ASK_EVERY_MS = 1_000;

interface AnswerProps {
  readonly market: Market;
  /** The bid as it was when it was chosen. */
  readonly row: BookRow;
  readonly order: Order;
  readonly onClose: () => void;
}

/** A bid that leaves the book while its answer waits stays as it was on the screen. */
export function AnswerDialog({
  market,
  orderId,
  onClose,
}: Pick<AnswerProps, 'market' | 'onClose'> & { orderId: string }) {
  const [row] = useState(() => market.live.find(({ id }) => id === orderId));
  const [order] = useState(() => market.liveOrders.find((one) => one.orderId === orderId));
  if (row === undefined || order === undefined) return null;
  return <Answering {...{ market, row, order, onClose }} />;
}

function Answering({ market, row, order, onClose }: AnswerProps) {
  const [answer, setAnswer] = useState<LiveAnswer>();
  const [signing, setSigning] = useState(false);
  const { quoted, problem, again } = useQuote({ market, row, order }, signing || answer !== undefined);
  const [failed, setFailed] = useState('');
  const actor = actorOf(market);
  const sign = (): void => {
    if (quoted === undefined || actor === undefined) return;
    setSigning(true);
    setFailed('');
    submitAnswer({ ...actor, network: market.network, ...quoted }, market.pair.book)
      .then(
        (told) => {
          answersShown.add(told.answerId);
          setAnswer(told);
        },
        (error: unknown) => setFailed(errorWords(error)),
      )
      .finally(() => setSigning(false));
  };
  return (
    <Dialog title={t('Sell into a live bid')} onClose={onClose} locked={signing} testId="live-dialog">
      {answer !== undefined ? (
        <Waiting {...{ market, answer, setAnswer, onClose }} within={quoted?.sale.signWithin ?? 0} />
      ) : (
        <div className="space-y-4">
          {problem === '' && failed === '' ? null : (
            <Notice tone="warn">
              <span data-testid="live-problem">{problem === '' ? failed : problem}</span>
            </Notice>
          )}
          {quoted === undefined ? null : (
            <>
              <Refused mismatches={quoted.review.mismatches} testId="live-problems" />
              <Terms quoted={quoted} row={row} tick={market.token?.ticker ?? ''} />
              <Notice tone="calm">
                {t(
                  'Your signature binds the whole transaction: it is good for this sale alone. The bidder has {seconds} s to sign; then your half is deleted.',
                  { seconds: numberWords(quoted.sale.signWithin) },
                )}
              </Notice>
              <ReviewActs
                confirm={t('Sign and offer')}
                tone="sell"
                testId="live-confirm"
                signing={signing}
                refused={quoted.review.mismatches.length > 0}
                expiresAt={quoted.sale.expiresAt}
                onConfirm={sign}
                onAgain={again}
                onBack={onClose}
              />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** One lot of exactly the bid's amount, at the chosen fee; nothing is ever inscribed for a live bid. */
function useQuote(
  { market, row, order }: Pick<AnswerProps, 'market' | 'row' | 'order'>,
  /** What is being signed, or was, stays as it is. */
  isSettled: boolean,
) {
  const { feeRate } = useFeePlan().chosen;
  const [quoted, setQuoted] = useState<Quoted>();
  const [problem, setProblem] = useState('');
  const [count, setCount] = useState(0);
  const lot = (market.balance?.transferBalanceList ?? []).find(
    (entry) => lotState(entry) === 'ready' && unitsOf(entry.amount) === row.amount,
  );
  const actor = actorOf(market);
  const user = actor?.user;
  const session = actor?.session;
  const outpoint = lot?.outpoint;
  const inscriptionId = lot?.inscriptionId ?? '';
  const { network, pair } = market;
  const { book, tick, assetId } = pair;
  useEffect(() => {
    if (isSettled || user === undefined || session === undefined) return;
    if (outpoint === undefined || feeRate === undefined) return;
    let isGone = false;
    const intent = {
      ...{ network, book, tick, assetId, orderId: order.orderId },
      ...{ units: row.amount, price: row.total, feeRateSatVb: feeRate },
      own: { side: 'seller', address: user.address },
      bidderAddress: order.buyerAddress,
      lot: { outpoint, inscriptionId },
    } as const;
    quoteAnswer(intent, { user, session, network }).then(
      (found) => {
        if (isGone) return;
        setQuoted(found);
        setProblem('');
      },
      (error: unknown) => {
        if (!isGone) setProblem(errorWords(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [
    isSettled,
    outpoint,
    inscriptionId,
    feeRate,
    count,
    user,
    session,
    network,
    book,
    tick,
    assetId,
    order,
    row,
  ]);
  const wants = { amount: formatAmount(row.amount), tick };
  const missing =
    actor === undefined
      ? t('Log in to sell into this bid.')
      : outpoint === undefined && market.balance !== undefined
        ? t(
            'You have no lot of exactly {amount} {tick}. A live bid may be gone before one is made: it is not made for it.',
            wants,
          )
        : '';
  return { quoted, problem: missing === '' ? problem : missing, again: () => setCount(count + 1) };
}

function Terms({ quoted: { sale, review }, row, tick }: { quoted: Quoted; row: BookRow; tick: string }) {
  return (
    <dl className="space-y-2 rounded-xl border border-line bg-ink-0/60 px-4 py-3" data-testid="live-terms">
      <Line name={t('You give')} strong>
        <Tokens units={row.amount} tick={tick} />
      </Line>
      <Line name={t('Price')}>
        <Exact value={row.total} signed />
      </Line>
      <Line name={t('Service fee')}>
        <Exact value={-review.serviceFee} signed />
      </Line>
      <Line name={t('Network fee')}>
        <Exact value={-review.networkFee} signed />
      </Line>
      <Line name={t('You get')} strong>
        <span data-testid="live-proceeds">
          <Exact value={BigInt(sale.proceeds)} />
        </span>
      </Line>
    </dl>
  );
}

interface WaitingProps {
  readonly market: Market;
  readonly answer: LiveAnswer;
  readonly setAnswer: (answer: LiveAnswer) => void;
  readonly onClose: () => void;
  /** So many seconds the bidder has in all. */
  readonly within: number;
}

/** Asked every second, and told by one's own feed. */
function useProgress({ market, answer, setAnswer }: WaitingProps): void {
  const session = market.account.credential;
  const { answerId, state } = answer;
  const { network, pair } = market;
  useEffect(() => {
    if (state !== 'waiting' || session === undefined) return;
    const look = (): void =>
      void askAnswer({ answerId, book: pair.book }, session, network).then(setAnswer, () => undefined);
    const timer = setInterval(look, ASK_EVERY_MS);
    const stopHearing = answerTold.subscribe(look);
    return () => {
      clearInterval(timer);
      stopHearing();
    };
  }, [answerId, state, session, network, pair.book, setAnswer]);
}

function Waiting(props: WaitingProps) {
  useProgress(props);
  const { answer, within, onClose } = props;
  const { answerId, state, leftMs = 0 } = answer;
  // By this browser's own clock, from when the exchange first said how much is left.
  const [deadline] = useState(() => Date.now() + leftMs);
  const left = useSecondsLeft(deadline) ?? Math.ceil(leftMs / 1000);
  useEffect(() => {
    answersShown.add(answerId);
    return () => {
      answersShown.delete(answerId);
    };
  }, [answerId]);
  return (
    <div className="space-y-4" data-testid="live-state" data-state={state} role="status">
      {state === 'waiting' ? (
        <>
          <p className="text-center font-semibold">{t('Waiting for the bidder')}</p>
          <progress
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-ink-3 [&::-moz-progress-bar]:bg-buy [&::-webkit-progress-bar]:bg-ink-3 [&::-webkit-progress-value]:bg-buy"
            max={within}
            value={Math.min(within, left)}
            aria-label={t('Time left')}
          />
          <p className="num text-center text-[0.8125rem] text-haze">
            {t('{left} s left; then your half is deleted', { left })}
          </p>
        </>
      ) : state === 'signed' ? (
        <Notice tone="calm">
          <p className="font-medium text-fog">{t('Sold. It waits for its block.')}</p>
          {answer.txId === undefined ? null : <TxLink txId={answer.txId} shown={answer.txId.slice(0, 16)} />}
        </Notice>
      ) : (
        <Notice tone="warn">
          <p className="font-medium">{endWords(state)}</p>
          <p>{t('Your half is deleted, and the lot is yours as before.')}</p>
        </Notice>
      )}
      <Button size="lg" className="w-full" data-testid="live-close" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}

function endWords(state: LiveAnswer['state']): string {
  if (state === 'absent') return t('The bidder did not sign in time.');
  return state === 'declined' ? t('The bidder declined.') : t('The sale did not come about.');
}
