/** What a live bidder is asked when a seller has answered: his price, his lot, the seconds that are left; and the question put aside. */
import { useEffect, useState } from 'react';
import { formatAmount, parseDecimal, TOKEN_DECIMALS } from '@rialto/market';
import { amount as tokens } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import type { Credential } from '../../../data/calls/credentials.ts';
import { useLiveTerms } from '../../../data/own/live-terms.ts';
import { errorWords } from '../../../error-words.ts';
import type { User } from '../../../flows/account/account.ts';
import { holdAct, ifFree } from '../../../flows/act-lock.ts';
import { declineWaiting, reviewWaiting, signWaiting } from '../../../flows/live/live-acts.ts';
import type { Waiting } from '../../../flows/live/live-acts.ts';
import { ownLiveBid } from '../../../flows/live/own-live-bids.ts';
import type { Review } from '../../../flows/review.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { absenceWords } from '../../../show/live-words.ts';
import { Exact, Tokens } from '../../../show/Money.tsx';
import { Refused } from '../../../show/ReviewParts.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useSecondsLeft } from '../../../ui/seconds-left.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { numberWords, t } from '../../../words.ts';

/** The question is put aside, and stays in sight while its time runs. */
export function AskedAside({ answer, onOpen }: { answer: Waiting; onOpen: () => void }) {
  const left = useSecondsLeft(answer.deadline);
  useLeftInTitle(left);
  if (left === 0) return null;
  return (
    <Button
      tone="buy"
      data-testid="live-aside"
      onClick={onOpen}
      className="fixed inset-x-4 bottom-20 z-40 sm:inset-x-auto sm:bottom-6 sm:right-6"
    >
      {t('A seller waits for your signature: {left} s', { left: left ?? '' })}
    </Button>
  );
}

/** Whoever looks at another tab sees it there. */
function useLeftInTitle(left: number | undefined): void {
  const words = left === undefined || left === 0 ? '' : t('{left} s to sign', { left });
  useEffect(() => {
    if (words === '') return;
    const before = document.title;
    document.title = words;
    return () => {
      // The page may have named itself anew meanwhile.
      if (document.title === words) document.title = before;
    };
  }, [words]);
}

interface AskedProps {
  readonly user: User;
  readonly session: Credential;
  readonly network: Network;
  readonly answer: Waiting;
  readonly onOver: () => void;
  readonly onAside: () => void;
}

export function Asked({ answer, user, session, network, onOver, onAside }: AskedProps) {
  const { review, problem } = useReview(answer, network);
  const [signing, setSigning] = useState(false);
  const left = useSecondsLeft(answer.deadline);
  useLeftInTitle(left);
  const isOver = left === 0;
  // In the window that is first: the others leave the wallet alone.
  const act = (work: () => Promise<unknown>): void => {
    const begin = (): void => {
      const free = holdAct(answer.answerId);
      setSigning(true);
      work()
        .then(onOver, (error: unknown) => {
          setSigning(false);
          toast({ title: errorWords(error), variant: 'destructive' });
        })
        .finally(free);
    };
    ifFree(answer.answerId, begin, () => toast({ title: t('It is being signed in another window.') }));
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
    <Dialog
      title={t('A seller answers your live bid')}
      onClose={isOver ? onOver : onAside}
      locked={signing}
      testId="live-asked"
    >
      <div className="space-y-4">
        <Refused
          mismatches={problem === '' ? (review?.mismatches ?? []) : [problem]}
          testId="live-problems"
        />
        <Terms answer={answer} network={network} left={left} />
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
function useReview(
  answer: Waiting,
  network: Network,
): { readonly review?: Review; readonly problem: string } {
  const [review, setReview] = useState<Review>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isGone = false;
    reviewWaiting(answer, network).then(
      (found) => {
        if (!isGone) setReview(found);
      },
      (error: unknown) => {
        if (!isGone) setProblem(errorWords(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [answer, network]);
  return { ...(review === undefined ? {} : { review }), problem };
}

function termsOf({ orderId }: Waiting) {
  const bid = ownLiveBid(orderId);
  const amount = tokens(parseDecimal(bid?.coinAmount ?? '0', TOKEN_DECIMALS) ?? 0n);
  return { amount, tick: bid?.tick ?? '', price: BigInt(bid?.amount ?? '0') };
}

interface TermsProps {
  readonly answer: Waiting;
  readonly network: Network;
  readonly left: number | undefined;
}

function Terms({ answer, network, left }: TermsProps) {
  const { amount, tick, price } = termsOf(answer);
  const terms = useLiveTerms(network);
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
        <Line name={t('Fee rate')}>{t('{rate} sat/vB', { rate: numberWords(answer.feeRate) })}</Line>
      </dl>
      <p className="num text-center text-[0.9375rem] font-semibold" data-testid="live-left" aria-live="off">
        {left === 0 ? t('The time is over.') : t('{left} s left to sign', { left: left ?? '…' })}
      </p>
      <Notice tone="calm">
        {t(
          'The seller has signed all of this transaction. Without your signature it is deleted when the time is over.',
        )}{' '}
        {terms === undefined ? null : absenceWords(terms)}
      </Notice>
    </>
  );
}
