/** An act on a pool that ended while one was elsewhere: said once, with the way to it. */
import type { TaskNews } from '@rialto/contract';
import { toast } from '../../../ui/toast/toast.ts';
import type { ToastWords } from '../../../ui/toast/toast.ts';
import { msg, t } from '../../../words.ts';

const DONE: Readonly<Record<TaskNews['type'], string>> = {
  '1x': msg('Your swap is confirmed'),
  x2: msg('Your swap is confirmed'),
  '2x': msg('Your swap is confirmed'),
  x1: msg('Your swap is confirmed'),
  init: msg('Your liquidity is in the pool'),
  add: msg('Your liquidity is in the pool'),
  remove: msg('Your liquidity is back in your wallet'),
};

const isSwap = (type: TaskNews['type']): boolean => /^(?:1x|2x|x1|x2)$/.test(type);

function pageOf({ kind, type, token2 }: TaskNews): string {
  const of = kind === 'runes' ? 'runes' : 'brc20';
  if (isSwap(type)) return `/swap/${of}/btc-${token2}`;
  return `/swap-pools/${of}/btc-${token2}/${type === 'remove' ? 'remove' : 'add'}`;
}

/** Undefined where there is nothing to say, or its own page says it. */
export function taskWords(task: TaskNews, path: string): ToastWords | undefined {
  const { type, status, txid } = task;
  if (/^\/swap(?:-pools)?\//.test(path)) return undefined;
  const href = pageOf(task);
  if (status === 'built' && !isSwap(type))
    return { title: t('It is your turn at the pool: sign now'), action: { label: t('Open'), href } };
  if (status === 'completed')
    return {
      title: t(DONE[type]),
      variant: 'success',
      ...(txid === null ? {} : { action: { label: t('Transaction'), href: `/tx/${txid}` } }),
    };
  // What was never signed is no news.
  if (status !== 'failed' || txid === null) return undefined;
  return {
    title: t('Your act on a pool will not confirm'),
    description: t('A coin of this transaction was spent elsewhere. It will not confirm.'),
    variant: 'warn',
    action: { label: t('Open'), href },
  };
}

export function tellTask(task: TaskNews): void {
  const words = taskWords(task, location.pathname);
  if (words !== undefined) toast(words);
}
