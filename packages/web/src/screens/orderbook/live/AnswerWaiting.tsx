/** A seller has answered a live bid: the seconds its bidder has left, and what came of it. */
import { useEffect, useState } from 'react';
import type { LiveAnswer } from '@rialto/contract';
import { askAnswer } from '../../../flows/live/live-acts.ts';
import { answerTold, answersShown } from '../../../flows/live/answer-told.ts';
import { Notice } from '../../../show/Lines.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useSecondsLeft } from '../../../ui/seconds-left.ts';
import type { Market } from '../market.ts';
import { t } from '../../../words.ts';

const ASK_EVERY_MS = 1_000;

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

export function AnswerWaiting(props: WaitingProps) {
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
