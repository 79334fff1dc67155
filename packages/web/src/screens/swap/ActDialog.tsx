/** The act that is under way: its turn, its review before the wallet opens, its way to a block. */
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { grouped, shortened } from '@rialto/market';
import type { OngoingTask } from '../../data/pools/pool-queries.ts';
import { errorWords } from '../../error-words.ts';
import { shownUnits } from '../../flows/review.ts';
import { reviewPool } from '../../flows/pools/review-pool.ts';
import type { PoolReview } from '../../flows/pools/review-pool.ts';
import type { PoolIntent } from '../../flows/pools/pool-intent.ts';
import { Line, Notice } from '../../show/Lines.tsx';
import { Exact, Fiat, Tokens } from '../../show/Money.tsx';
import { NetworkFee, Refused, ReviewActs } from '../../show/ReviewParts.tsx';
import { percentWords } from '../../show/percent.ts';
import { TxLink } from '../../show/TxLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Icon.tsx';
import type { Acting } from './acting.ts';
import { msg, t } from '../../words.ts';

const TITLES: Readonly<Record<PoolIntent['act'], string>> = {
  swap: msg('Swap'),
  init: msg('Add liquidity'),
  add: msg('Add liquidity'),
  remove: msg('Remove liquidity'),
};
const SIGN: Readonly<Record<PoolIntent['act'], string>> = {
  swap: msg('Sign and swap'),
  init: msg('Sign and add'),
  add: msg('Sign and add'),
  remove: msg('Sign and remove'),
};

export function ActDialog({ acting }: { acting: Acting }) {
  const { ongoing, open, signing, hide } = acting;
  if (!open || ongoing === undefined) return null;
  return (
    <Dialog title={t(TITLES[ongoing.intent.act])} onClose={hide} locked={signing} testId="pool-act">
      <Now acting={acting} intent={ongoing.intent} />
    </Dialog>
  );
}

function Now({ acting, intent }: { acting: Acting; intent: PoolIntent }) {
  const { task } = acting;
  if (task === undefined) return <Waits>{t('This page checks it before your wallet opens.')}</Waits>;
  switch (task.status) {
    case 'waiting':
      return <Turn task={task} acting={acting} />;
    case 'built':
      return <Review task={task} intent={intent} acting={acting} />;
    case 'signed':
      return <Sent task={task} acting={acting} words={t('In mempool. It is done with the next block.')} />;
    case 'completed':
      return <Sent task={task} acting={acting} words={t('Confirmed')} />;
    case 'failed':
      return <Failed task={task} intent={intent} acting={acting} />;
  }
}

function Waits({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center" role="status">
      <Spinner className="size-7 text-amber" />
      <p className="text-[0.8125rem] text-haze">{children}</p>
    </div>
  );
}

/** Providers' acts rest on confirmed reserves alone. */
function Turn({ task: { place }, acting }: { task: OngoingTask; acting: Acting }) {
  return (
    <div data-testid="pool-turn">
      <Waits>
        {place === null || place === 0
          ? t('Waiting for the swaps before you to confirm. Then it is your turn, and you sign.')
          : t('Waiting for your turn: {place} before you. Then you sign.', { place })}
      </Waits>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" onClick={acting.end}>
          {t('Give up')}
        </Button>
        <Button size="lg" className="flex-1" onClick={acting.hide}>
          {t('Keep waiting')}
        </Button>
      </div>
    </div>
  );
}

interface ReviewProps {
  readonly task: OngoingTask;
  readonly intent: PoolIntent;
  readonly acting: Acting;
}

function Review({ task, intent, acting }: ReviewProps) {
  const read = useMemo((): PoolReview | string => {
    try {
      return reviewPool(task, intent);
    } catch (error) {
      return errorWords(error);
    }
  }, [task, intent]);
  if (typeof read === 'string') return <Notice tone="bad">{read}</Notice>;
  const { networkFee, serviceFee, vsize, feeRateSatVb, worse, mismatches } = read;
  return (
    <div className="space-y-4" data-testid="pool-review">
      <Refused mismatches={mismatches} testId="pool-problems" />
      <dl className="space-y-2 rounded-xl border border-line px-4 py-3">
        <Line name={t('You give')}>
          <Side review={read} intent={intent} sign={-1n} />
        </Line>
        <Line name={t('You get')}>
          <Side review={read} intent={intent} sign={1n} />
        </Line>
      </dl>
      <dl className="space-y-2 px-1">
        <NetworkFee fee={networkFee} vsize={vsize} rate={feeRateSatVb} />
        {serviceFee === 0n ? null : (
          <Line name={t('Service fee')}>
            <Exact value={serviceFee} />
          </Line>
        )}
      </dl>
      {worse === 0 ? null : (
        <Notice tone="warn">
          {t('The price moved: this is {share} worse than the form showed.', { share: percentWords(worse) })}
        </Notice>
      )}
      <Notice tone="calm">
        {intent.act === 'swap'
          ? t('All fees are in these sums. You get exactly this, or nothing happens.')
          : t('The network fee is in these sums. Your share is a rune in your own wallet.')}
      </Notice>
      <ReviewActs
        confirm={t(SIGN[intent.act])}
        tone="primary"
        testId="pool-confirm"
        signing={acting.signing}
        refused={mismatches.length > 0}
        expiresAt={task.expiresAt ?? undefined}
        onConfirm={() => acting.sign(task, read)}
        onAgain={() => acting.begin(intent)}
        onBack={acting.end}
      />
    </div>
  );
}

/** One side of what changes in the wallet. */
function Side({ review, intent, sign }: { review: PoolReview; intent: PoolIntent; sign: 1n | -1n }) {
  const [sats, units, shares] = [review.sats * sign, review.units * sign, review.shares * sign];
  return (
    <>
      {sats > 0n ? (
        <span className="block">
          <Exact value={sats} /> <Fiat value={sats} />
        </span>
      ) : null}
      {units > 0n ? (
        <Tokens units={shownUnits(units, intent.divisibility)} tick={intent.name} className="block" />
      ) : null}
      {shares > 0n ? (
        <span className="block">{t('{shares} shares', { shares: grouped(shares.toString()) })}</span>
      ) : null}
    </>
  );
}

function Sent({ task, acting, words }: { task: OngoingTask; acting: Acting; words: string }) {
  const isDone = task.status === 'completed';
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="pool-sent"
      data-state={task.status}
    >
      {isDone ? null : <Spinner className="size-7 text-amber" />}
      <p className="text-sm text-mist">{words}</p>
      {task.txid === null ? null : <TxLink txId={task.txid} shown={shortened(task.txid, 10, 8)} />}
      <Button
        size="lg"
        className="w-full"
        data-testid="pool-close"
        onClick={isDone ? acting.end : acting.hide}
      >
        {t('Close')}
      </Button>
    </div>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  'price-changed': msg('The price moved before you signed. Nothing was paid.'),
};

function Failed({ task, intent, acting }: ReviewProps) {
  const said = REASONS[task.failedReason];
  return (
    <div className="space-y-4" data-testid="pool-failed">
      <Notice tone="warn">
        {said === undefined
          ? task.txid === null
            ? t('It was not signed in time. Nothing was paid.')
            : t('A coin of this transaction was spent elsewhere. It will not confirm.')
          : t(said)}
      </Notice>
      <div className="flex gap-3">
        <Button size="lg" className="flex-1" onClick={acting.end}>
          {t('Close')}
        </Button>
        <Button
          tone="primary"
          size="lg"
          className="flex-[2]"
          busy={acting.busy}
          data-testid="pool-again"
          onClick={() => acting.begin(intent)}
        >
          {t('Refresh quote')}
        </Button>
      </div>
    </div>
  );
}

/** On the page while the dialog is put away. */
export function OngoingLine({ acting }: { acting: Acting }) {
  const { ongoing, task, open } = acting;
  if (ongoing === undefined || open) return null;
  return (
    <button
      type="button"
      data-testid="pool-ongoing"
      data-state={task?.status}
      onClick={acting.show}
      className="flex min-h-11 w-full items-center justify-between gap-3 rounded-xl border border-line bg-ink-1 px-4 text-[0.8125rem] hover:bg-ink-2"
    >
      <span>{t(TITLES[ongoing.intent.act])}</span>
      <span className="text-mist">{t(STATES[task?.status ?? 'waiting'])}</span>
    </button>
  );
}

const STATES: Readonly<Record<OngoingTask['status'], string>> = {
  waiting: msg('Waiting for its turn'),
  built: msg('Sign in your wallet'),
  signed: msg('In mempool'),
  completed: msg('Confirmed'),
  failed: msg('Came to nothing'),
};
