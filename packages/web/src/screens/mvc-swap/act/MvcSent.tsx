/** What became of a signed act: handed in, in the mempool, in a block, final, or come to nothing. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MvcTask } from '@rialto/contract';
import { mvcTaskQuery } from '../../../data/mvc/mvc-queries.ts';
import type { MvcVenue } from '../../../data/mvc/mvc-places.ts';
import { Notice } from '../../../show/Lines.tsx';
import { MvcTxId } from '../../../show/mvc/MvcTxId.tsx';
import { reasonWords, stepWords } from '../../../show/progress/progress-words.ts';
import { movesOfTask } from '../../../flows/mvc/mvc-task.ts';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { t } from '../../../words.ts';

interface SentProps {
  readonly venue: MvcVenue;
  readonly buildId: string;
  /** What is said while the exchange says nothing. */
  readonly silent: string;
  readonly onClose: () => void;
  /** What one gives and gets. */
  readonly children: ReactNode;
}

export function MvcSent({ venue, buildId, silent, onClose, children }: SentProps) {
  const { data: task } = useQuery(mvcTaskQuery(venue, buildId));
  return (
    <div
      className="grid justify-items-center gap-4 py-4 text-center"
      role="status"
      data-testid="mvc-sent"
      data-state={task?.status ?? 'unknown'}
    >
      <Standing task={task} silent={silent} />
      <dl className="w-full space-y-2 rounded-xl border border-line px-4 py-3" data-testid="mvc-sums">
        {children}
      </dl>
      {task === undefined || task.txid === null ? null : <MvcTxId txid={task.txid} />}
      <Raw task={task} />
      <Button size="lg" className="w-full" data-testid="mvc-close" onClick={onClose}>
        {t('Close')}
      </Button>
    </div>
  );
}

function Standing({ task, silent }: { task: MvcTask | undefined; silent: string }) {
  if (task === undefined || task.status === 'built')
    return (
      <>
        <Spinner className="size-7 text-amber" />
        <p className="text-sm text-mist">{silent}</p>
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

/** Whoever has them can send them elsewhere, should this exchange be gone. */
export function Raw({ task }: { task: MvcTask | undefined }) {
  if (task === undefined || task.check === null || task.swap === null) return null;
  return (
    <Copyable
      text={[task.check, task.parked, task.swap].filter((one) => one !== null).join('\n')}
      shown={t('The raw transactions')}
      label={t('Copy the raw transactions')}
      className="text-xs"
    />
  );
}
