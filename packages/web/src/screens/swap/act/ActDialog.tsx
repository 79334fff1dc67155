/** The act that is under way: its turn, its review before the wallet opens, its way to a block. */
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { msg, t } from '../../../words.ts';
import { Failed, Sent } from './ActEnd.tsx';
import { ActReview } from './ActReview.tsx';
import { actWords } from './act-words.ts';
import type { Acting } from './acting.ts';
import { Asking, Waits } from '../../../show/panels/Asking.tsx';

const TITLES: Readonly<Record<PoolIntent['act'], string>> = {
  swap: msg('Swap'),
  init: msg('Add liquidity'),
  add: msg('Add liquidity'),
  remove: msg('Remove liquidity'),
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
  if (task === undefined) return <Asking />;
  switch (task.status) {
    case 'waiting':
      return <Turn task={task} acting={acting} />;
    case 'built':
      return <ActReview task={task} intent={intent} acting={acting} />;
    case 'signed':
      return (
        <Sent task={task} intent={intent} acting={acting} words={t('In mempool, waiting for a block.')} />
      );
    case 'completed':
      return <Sent task={task} intent={intent} acting={acting} words={t('Confirmed')} />;
    case 'failed':
      return <Failed task={task} intent={intent} acting={acting} />;
  }
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

/** On the page while the dialog is put away. */
export function OngoingLine({ acting }: { acting: Acting }) {
  const { ongoing, task, open } = acting;
  if (ongoing === undefined || open) return null;
  return (
    <div className="flex items-stretch gap-2">
      <button
        type="button"
        data-testid="pool-ongoing"
        data-state={task?.status}
        onClick={acting.show}
        className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line bg-ink-1 px-4 py-1.5 text-left text-[0.8125rem] hover:bg-ink-2"
      >
        <span className="num [overflow-wrap:anywhere]">{actWords(ongoing.intent, task)}</span>
        <span className="text-mist">{t(STATES[task?.status ?? 'waiting'])}</span>
      </button>
      <button
        type="button"
        data-testid="pool-ongoing-end"
        aria-label={t('Remove from this page')}
        title={t('Remove from this page')}
        onClick={acting.end}
        className="grid w-11 shrink-0 place-items-center rounded-xl border border-line bg-ink-1 text-mist hover:bg-ink-2 hover:text-fog"
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}

const STATES: Readonly<Record<OngoingTask['status'], string>> = {
  waiting: msg('Waiting for its turn'),
  built: msg('Sign in your wallet'),
  signed: msg('In mempool'),
  completed: msg('Confirmed'),
  failed: msg('Failed'),
};
