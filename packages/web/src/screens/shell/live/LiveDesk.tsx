/** The page of a live bidder: it beats while it is open, and asks for the signature when a seller answers, with the seconds that are left. */
import { useEffect, useState } from 'react';
import type { WaitingAnswer } from '@rialto/contract';
import { formatAmount, parseDecimal, TOKEN_DECIMALS } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../../data/calls/credentials.ts';
import type { User } from '../../../flows/account/account.ts';
import { errorWords } from '../../../error-words.ts';
import {
  beat,
  declineWaiting,
  reviewWaiting,
  signWaiting,
  waitingAnswers,
} from '../../../flows/live/live-acts.ts';
import { answerTold, ownLiveBid } from '../../../flows/live/own-live-bids.ts';
import type { Review } from '../../../flows/review.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Refused } from '../../../show/ReviewParts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useSecondsLeft } from '../../../ui/seconds-left.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { t } from '../../../words.ts';

/** A third of the time after which the bids would leave the book. */
const BEAT_MS = 6_000;

interface DeskProps {
  readonly user: User;
  readonly session: Credential;
  readonly network: Network;
}

export function LiveDesk({ user, session, network }: DeskProps) {
  const [waiting, setWaiting] = useState<readonly WaitingAnswer[]>([]);
  const [done, setDone] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const { waiting: count } = await beat(session, network);
      const found = count === 0 ? [] : await waitingAnswers(session, network);
      if (!isGone) setWaiting(found);
    };
    // A beat that is lost is followed by the next; the exchange says who is there.
    const lookQuietly = (): void => void look().catch(() => undefined);
    lookQuietly();
    const timer = setInterval(lookQuietly, BEAT_MS);
    const stopHearing = answerTold.subscribe(lookQuietly);
    return () => {
      isGone = true;
      clearInterval(timer);
      stopHearing();
    };
  }, [session, network]);
  const [next] = waiting.filter(({ answerId, orderId }) => !done.includes(answerId) && ownLiveBid(orderId));
  if (next === undefined) return null;
  const over = (): void => setDone((all) => [...all, next.answerId]);
  return <Asked key={next.answerId} answer={next} {...{ user, session, network }} onOver={over} />;
}

interface AskedProps extends DeskProps {
  readonly answer: WaitingAnswer;
  readonly onOver: () => void;
}

function Asked({ answer, user, session, network, onOver }: AskedProps) {
  const review = useReview(answer, network);
  const [signing, setSigning] = useState(false);
  const isOver = useSecondsLeft(answer.signBy) === 0;
  const act = (work: () => Promise<unknown>): void => {
    setSigning(true);
    work().then(onOver, (error: unknown) => {
      setSigning(false);
      toast({ title: errorWords(error), variant: 'destructive' });
    });
  };
  const sign = async (sound: Review): Promise<void> => {
    await signWaiting({ user, session, network, sale: answer, review: sound });
    const { amount, tick } = termsOf(answer);
    toast({
      title: t('Bought {amount} {tick}. It waits for its block.', { amount: formatAmount(amount), tick }),
    });
  };
  const sound = review !== undefined && review.mismatches.length === 0 && !isOver ? review : undefined;
  return (
    <Dialog title={t('A seller answers your live bid')} onClose={onOver} locked={signing} testId="live-asked">
      <div className="space-y-4">
        <Refused mismatches={review?.mismatches ?? []} testId="live-problems" />
        <Terms answer={answer} />
        <div className="flex gap-3">
          <Button
            size="lg"
            className="flex-1"
            data-testid="live-decline"
            disabled={signing}
            onClick={isOver ? onOver : () => act(() => declineWaiting(answer, session, network))}
          >
            {isOver ? t('Close') : t('Decline')}
          </Button>
          <Button
            tone="buy"
            size="lg"
            className="flex-[2]"
            data-testid="live-sign"
            busy={signing}
            disabled={sound === undefined}
            onClick={() => (sound === undefined ? undefined : act(() => sign(sound)))}
          >
            {signing ? t('Sign in your wallet') : t('Sign and buy')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** By the bytes, held against the bid as this browser placed it; undefined until it is read, or when it cannot be. */
function useReview(answer: WaitingAnswer, network: Network): Review | undefined {
  const [review, setReview] = useState<Review>();
  useEffect(() => {
    let isGone = false;
    reviewWaiting(answer, network).then(
      (found) => {
        if (!isGone) setReview(found);
      },
      (error: unknown) => toast({ title: errorWords(error), variant: 'destructive' }),
    );
    return () => {
      isGone = true;
    };
  }, [answer, network]);
  return review;
}

function termsOf({ orderId }: WaitingAnswer) {
  const bid = ownLiveBid(orderId);
  const amount = tokens(parseDecimal(bid?.coinAmount ?? '0', TOKEN_DECIMALS) ?? 0n);
  return { amount, tick: bid?.tick ?? '', price: BigInt(bid?.amount ?? '0') };
}

function Terms({ answer }: { answer: WaitingAnswer }) {
  const { amount, tick, price } = termsOf(answer);
  const left = useSecondsLeft(answer.signBy);
  return (
    <>
      <dl className="space-y-2 rounded-xl border border-line bg-ink-0/60 px-4 py-3">
        <Line name={t('You give')} strong>
          <Exact value={price} />
        </Line>
        <Line name={t('You get')} strong>
          <Tokens units={amount} tick={tick} />
        </Line>
        <Line name={t('Both fees')}>{t('paid by the seller')}</Line>
      </dl>
      <p className="num text-center text-[0.9375rem] font-semibold" data-testid="live-left" aria-live="off">
        {left === 0 ? t('The time is over.') : t('{left} s left to sign', { left: left ?? 0 })}
      </p>
      <Notice tone="calm">
        {t(
          'The seller has signed all of this transaction. Without your signature it is deleted when the time is over.',
        )}{' '}
        {t('Three answers left unsigned, and your live bids leave the book for 144 blocks.')}
      </Notice>
    </>
  );
}
