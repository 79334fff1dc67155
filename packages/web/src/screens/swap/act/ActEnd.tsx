/** What became of a signed act: on its way, in a block, or come to nothing. */
import { useMemo } from 'react';
import { grouped, shortened } from '@rialto/market';
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import { bringsRune, isBuy } from '../../../flows/pools/pool-intent.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import type { PoolTask } from '../../../flows/pools/asked-of-pool.ts';
import { reviewPool } from '../../../flows/pools/review-pool.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { RuneBlind } from '../../../show/RuneBlind.tsx';
import { Money, Tokens } from '../../../show/Money.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { msg, t } from '../../../words.ts';
import type { Acting } from './acting.ts';

interface EndProps {
  readonly task: OngoingTask;
  readonly intent: PoolIntent;
  readonly acting: Acting;
}

export function Sent({ task, intent, acting, words }: EndProps & { readonly words: string }) {
  const isDone = task.status === 'completed';
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="pool-sent"
      data-state={task.status}
    >
      {isDone ? <Icon name="check" className="size-7 text-buy" /> : <Spinner className="size-7 text-amber" />}
      <p className="text-sm text-mist">{words}</p>
      <Sums task={task} intent={intent} />
      {bringsRune(intent) ? (
        <div className="text-left">
          <Notice tone="calm">
            <RuneBlind address={intent.address} />
          </Notice>
        </div>
      ) : null}
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

export function Failed({ task, intent, acting }: EndProps) {
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

interface Moved {
  readonly sats: bigint;
  readonly units: bigint;
  readonly shares: bigint;
}

/** As it was reviewed, every fee in it; of what cannot be read any more as the pool counts it. */
export function movedBy(task: PoolTask, intent: PoolIntent): Moved {
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  try {
    const { sats, units, shares } = reviewPool(task, intent);
    return { sats: size(sats), units: size(units), shares: size(shares) };
  } catch {
    return { sats: BigInt(task.amount1), units: BigInt(task.amount2), shares: BigInt(task.equity) };
  }
}

function Sums({ task, intent }: Pick<EndProps, 'task' | 'intent'>) {
  const moved = useMemo(() => movedBy(task, intent), [task, intent]);
  const isDone = task.status === 'completed';
  const sats = <Money value={moved.sats} full className="block" />;
  const tokens = (
    <Tokens units={shownUnits(moved.units, intent.divisibility)} tick={intent.name} className="block" />
  );
  const shares = t('{shares} shares', { shares: grouped(moved.shares.toString()) });
  const [gave, got] =
    intent.act === 'remove'
      ? [shares, [sats, tokens]]
      : intent.act === 'swap'
        ? isBuy(intent.type)
          ? [sats, tokens]
          : [tokens, sats]
        : [[sats, tokens], shares];
  return (
    <dl className="w-full space-y-2 rounded-xl border border-line px-4 py-3" data-testid="pool-sums">
      <Line name={isDone ? t('You gave') : t('You give')}>{gave}</Line>
      <Line name={isDone ? t('You got') : t('You get')}>{got}</Line>
    </dl>
  );
}
