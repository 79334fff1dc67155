/** The acts in progress, one card each: where it is, and what comes next. Fetched with the first of them. */
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { shortened } from '@rialto/market';
import { hrefOfPair } from '../../../data/pair-href.ts';
import { isFinished, takeFromTray } from '../../../flows/tray.ts';
import type { TrayItem } from '../../../flows/tray.ts';
import { Button } from '../../../ui/Button.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Icon, Spinner } from '../../../ui/Icon.tsx';
import { nowOf, reasonWords, stepsOf } from './steps.ts';
import { t } from '../../../words.ts';

// Only while something waits is there anything to be done about it.
const TrayOwn = lazy(async () => ({ default: (await import('./TrayOwn.tsx')).TrayOwn }));

export function TrayCards({ items }: { items: readonly TrayItem[] }) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  const { icon, words } = summaryOf(items);
  // Once all went well it folds by itself: it covers the orders.
  const settled = items.every((item) => isFinished(item) && item.state !== 'void');
  const open = chosen ?? (isWide() && !settled);
  return (
    <aside
      aria-label={t('In progress')}
      data-testid="progress-tray"
      className="fixed bottom-16 left-2 z-20 w-[min(20rem,calc(100vw-1rem))] overflow-hidden rounded-xl border border-line-strong bg-ink-2 lg:bottom-4 lg:left-4"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
        className="flex h-9 w-full items-center gap-2.5 px-3.5 text-[0.8125rem] font-medium focus-visible:-outline-offset-2"
      >
        {icon}
        <span className="flex-1 text-left" role="status">
          {words}
        </span>
        <Icon
          name="chevron"
          className={`size-3.5 text-haze transition-transform ${open ? '' : 'rotate-180'}`}
        />
      </button>
      <ul
        className={`max-h-[min(20rem,45dvh)] divide-y divide-line overflow-y-auto border-t border-line lg:max-h-36 ${open ? '' : 'hidden'}`}
      >
        {items.map((item) => (
          <TrayCard key={item.id} item={item} />
        ))}
      </ul>
    </aside>
  );
}

function summaryOf(items: readonly TrayItem[]): { icon: ReactNode; words: string } {
  const living = items.filter((item) => !isFinished(item)).length;
  const lost = items.filter((item) => item.state === 'void').length;
  if (living > 0)
    return {
      icon: <Spinner className="size-3.5 text-amber" />,
      words: t('{count} in progress', { count: living }),
    };
  if (lost > 0)
    return {
      icon: <Icon name="warn" className="size-3.5 text-sell" />,
      words: t('{count} not done', { count: lost }),
    };
  return { icon: <Icon name="check" className="size-3.5 text-buy" />, words: t('All done') };
}

/** On a small screen the tray begins as one line. */
function isWide(): boolean {
  return window.innerWidth >= 1024;
}

function TrayCard({ item }: { item: TrayItem }) {
  const finished = isFinished(item);
  return (
    <li
      data-testid="trade-progress"
      data-state={item.state}
      data-kind={item.kind}
      data-id={item.id}
      className="px-3.5 py-2.5"
    >
      <div className="flex h-5 items-center gap-2">
        <p className="min-w-0 flex-1 truncate text-[0.8125rem] font-medium" title={item.title}>
          {item.title}
        </p>
        {item.txId === '' ? null : (
          <Copyable
            text={item.txId}
            shown={shortened(item.txId, 4, 4)}
            label={t('Copy the transaction id')}
            className="text-xs"
          />
        )}
        {finished ? (
          <button
            type="button"
            aria-label={t('Put away: {title}', { title: item.title })}
            onClick={() => takeFromTray(item.id)}
            className="-mr-1 rounded-md p-1 text-haze hover:bg-ink-3 hover:text-fog"
          >
            <Icon name="close" className="size-3.5" />
          </button>
        ) : null}
      </div>
      {item.state === 'void' ? <Void item={item} /> : <Steps item={item} />}
      {isWaiting(item) ? (
        <Suspense fallback={null}>
          <TrayOwn item={item} />
        </Suspense>
      ) : null}
    </li>
  );
}

/** In the mempool as far as anybody knows. */
function isWaiting({ txId, state }: TrayItem): boolean {
  return txId !== '' && (state === 'sent' || state === 'seen');
}

function Steps({ item }: { item: TrayItem }) {
  const steps = stepsOf(item.kind);
  const now = nowOf(item);
  return (
    <>
      <ol className="mt-2 flex gap-1" aria-hidden="true">
        {steps.map((step, index) => (
          <li
            key={step}
            className={`h-1 flex-1 rounded-full ${index < now ? 'bg-buy' : index === now ? 'animate-breathe bg-amber' : 'bg-ink-3'}`}
          />
        ))}
      </ol>
      <p className="mt-1.5 text-xs leading-4 text-mist" role="status">
        {now >= steps.length ? t('Done') : t(steps[now] ?? '')}
      </p>
    </>
  );
}

function Void({ item }: { item: TrayItem }) {
  const navigate = useNavigate();
  const [next] = item.nextBest;
  return (
    <div className="mt-1 text-xs leading-5" role="status">
      <p className="text-sell [overflow-wrap:anywhere]">
        {t('Not done. {reason}', { reason: reasonWords(item.note) })}
      </p>
      {next === undefined || item.kind === 'own' ? null : (
        <Button
          size="sm"
          className="mt-1.5 w-full"
          data-testid="next-best"
          onClick={() => {
            takeFromTray(item.id);
            const { book, tick: ticker, assetId } = item;
            void navigate({ href: hrefOfPair({ book, ticker, assetId, firstDeployed: false }, next) });
          }}
        >
          {t('Look at the next best')}
        </Button>
      )}
    </div>
  );
}
