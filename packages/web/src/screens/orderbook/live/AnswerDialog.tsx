/** A seller answers a live bid: quote, signature, and the wait for the bidder, with the seconds that are left and what came of it. */
import { useState } from 'react';
import type { BookRow } from '@rialto/market';
import type { LiveAnswer, Order } from '@rialto/contract';
import { errorWords } from '../../../error-words.ts';
import { submitAnswer } from '../../../flows/live/live-acts.ts';
import type { Quoted } from '../../../flows/live/live-acts.ts';
import { answersShown } from '../../../flows/live/answer-told.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Refused, ReviewActs } from '../../../show/ReviewParts.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { actorOf } from '../actor.ts';
import type { Market } from '../market.ts';
import { AnswerWaiting } from './AnswerWaiting.tsx';
import { useQuote } from './use-quote.ts';
import { numberWords, t } from '../../../words.ts';

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
        <AnswerWaiting {...{ market, answer, setAnswer, onClose }} within={quoted?.sale.signWithin ?? 0} />
      ) : (
        <div className="space-y-4">
          {problem === '' && failed === '' ? null : (
            <Notice tone="warn">
              <span data-testid="live-problem">{problem === '' ? failed : problem}</span>
            </Notice>
          )}
          {quoted === undefined ? (
            problem === '' && <Skeleton className="h-52 w-full" />
          ) : (
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
