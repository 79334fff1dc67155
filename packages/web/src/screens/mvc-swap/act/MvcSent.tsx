/** What became of a signed swap: handed in, in the mempool, in a block, final, or come to nothing. */
import { useQuery } from '@tanstack/react-query';
import type { MvcTask } from '@rialto/contract';
import { mvcTaskQuery } from '../../../data/mvc/mvc-queries.ts';
import { Line, Notice } from '../../../show/Lines.tsx';
import { MvcTxId } from '../../../show/mvc/MvcTxId.tsx';
import { ExactSpace, MvcTokens } from '../../../show/mvc/Space.tsx';
import { reasonWords, stepWords } from '../../../show/progress/progress-words.ts';
import { movesOfTask } from '../../../flows/mvc/mvc-task.ts';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';
import type { Checked } from './acting.ts';

interface SentProps {
  readonly swap: Checked;
  readonly onClose: () => void;
}

export function MvcSent({ swap, onClose }: SentProps) {
  const { place } = swap.intent;
  const { data: task } = useQuery(mvcTaskQuery(place.venue, swap.built.buildId));
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="mvc-sent"
      data-state={task?.status ?? 'unknown'}
    >
      <Standing task={task} side={swap.intent.side} />
      <Sums swap={swap} />
      {task === undefined || task.txid === null ? null : <MvcTxId txid={task.txid} />}
      <Raw task={task} />
      <Button size="lg" className="w-full" data-testid="mvc-close" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}

function Standing({ task, side }: { task: MvcTask | undefined; side: 'buy' | 'sell' }) {
  if (task === undefined || task.status === 'built')
    return (
      <>
        <Spinner className="size-7 text-amber" />
        <p className="text-sm text-mist">
          {side === 'buy'
            ? t(
                'Submitted; the exchange hasn’t answered yet. It can still send the swap while its coins are unspent. To void it, send your SPACE to yourself in Metalet.',
              )
            : t(
                'Submitted; the exchange hasn’t answered yet. It can still send the swap while its coins are unspent. To void it, send these tokens to yourself in Metalet.',
              )}
        </p>
      </>
    );
  if (task.status === 'failed') return <Notice tone="warn">{reasonWords(task.failedReason)}</Notice>;
  const isIn = task.status === 'completed' || task.status === 'final';
  return (
    <>
      {isIn ? <Icon name="check" className="size-7 text-buy" /> : <Spinner className="size-7 text-amber" />}
      <p className="text-sm text-mist">{stepWords({ kind: 'mvc', ...movesOfTask(task) })}</p>
    </>
  );
}

function Sums({ swap: { review, intent } }: { swap: Checked }) {
  const space = <ExactSpace value={review.sats} />;
  const tokens = <MvcTokens units={review.units} token={intent.pool} />;
  const [give, get] = intent.side === 'buy' ? [space, tokens] : [tokens, space];
  return (
    <dl className="w-full space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-sums">
      <Line name={t('You give')}>{give}</Line>
      <Line name={t('You get')}>{get}</Line>
    </dl>
  );
}

/** Whoever has them can send them elsewhere, should this exchange be gone. */
function Raw({ task }: { task: MvcTask | undefined }) {
  if (task === undefined || task.check === null || task.swap === null) return null;
  return (
    <Copyable
      text={`${task.check}\n${task.swap}`}
      shown={t('Both raw transactions')}
      label={t('Copy both raw transactions')}
      className="text-xs"
    />
  );
}
