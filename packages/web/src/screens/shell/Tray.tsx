/** Acts under way, in a corner until they are over: where each is, and what comes next. */
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { shortened } from '@rialto/market';
import { isFinished, takeFromTray, useTray } from '../../flows/tray.ts';
import type { TrayItem } from '../../flows/tray.ts';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Icon, Spinner } from '../../ui/Icon.tsx';
import { nowOf, stepsOf } from './steps.ts';
import { useTrayNews } from './tray-news.ts';

export function Tray() {
  const items = useTray();
  const [open, setOpen] = useState(isWide);
  useTrayNews();
  if (items.length === 0) return null;
  const living = items.filter((item) => !isFinished(item)).length;
  return (
    <aside
      aria-label="Acts under way"
      data-testid="progress-tray"
      className="fixed bottom-[4rem] left-2 z-20 w-[min(21rem,calc(100vw-1rem))] overflow-hidden rounded-xl border border-line-strong bg-ink-2 lg:bottom-4 lg:left-4"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-11 w-full items-center gap-2.5 px-4 text-[0.8125rem] font-medium"
      >
        {living > 0 ? (
          <Spinner className="size-3.5 text-amber" />
        ) : (
          <Icon name="check" className="size-3.5 text-buy" />
        )}
        <span className="flex-1 text-left" role="status">
          {living > 0 ? `${living} under way` : 'All done'}
        </span>
        <Icon
          name="chevron"
          className={`size-3.5 text-haze transition-transform ${open ? '' : 'rotate-180'}`}
        />
      </button>
      <ul
        className={`max-h-[min(24rem,50dvh)] divide-y divide-line overflow-y-auto border-t border-line ${open ? '' : 'hidden'}`}
      >
        {items.map((item) => (
          <TrayCard key={item.id} item={item} />
        ))}
      </ul>
    </aside>
  );
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
      className="px-4 py-3"
    >
      <div className="flex items-start justify-between gap-3">
        <p className="text-[0.8125rem] font-medium [overflow-wrap:anywhere]">{item.title}</p>
        {finished ? (
          <button
            type="button"
            aria-label={`Put away: ${item.title}`}
            onClick={() => takeFromTray(item.id)}
            className="-mr-1 rounded-md p-1 text-haze hover:bg-ink-3 hover:text-fog"
          >
            <Icon name="close" className="size-3.5" />
          </button>
        ) : null}
      </div>
      {item.state === 'void' ? <Void item={item} /> : <Steps item={item} />}
      {item.txId === '' ? null : (
        <Copyable
          text={item.txId}
          shown={shortened(item.txId, 8, 6)}
          label="Copy the transaction id"
          className="mt-1.5 text-xs"
        />
      )}
    </li>
  );
}

function Steps({ item }: { item: TrayItem }) {
  const steps = stepsOf(item.kind);
  const now = nowOf(item);
  return (
    <>
      <ol className="mt-2.5 flex gap-1" aria-hidden="true">
        {steps.map((step, index) => (
          <li
            key={step}
            className={`h-1 flex-1 rounded-full ${index < now ? 'bg-buy' : index === now ? 'animate-breathe bg-amber' : 'bg-ink-3'}`}
          />
        ))}
      </ol>
      <p className="mt-1.5 text-xs text-mist" role="status">
        {now >= steps.length ? 'Done' : (steps[now] ?? '')}
      </p>
    </>
  );
}

function Void({ item }: { item: TrayItem }) {
  const navigate = useNavigate();
  return (
    <div className="mt-1.5 text-xs leading-5" role="status">
      <p className="text-sell">Not done. {item.note === '' ? 'Nothing of yours was spent.' : item.note}</p>
      {item.nextBest.length === 0 ? null : (
        <Button
          size="sm"
          className="mt-2"
          data-testid="next-best"
          onClick={() => {
            takeFromTray(item.id);
            void navigate({
              to: '/orderbook/brc20/$pair',
              params: { pair: `btc-${item.tick}` },
              search: item.nextBest[0] === undefined ? {} : { select: item.nextBest[0] },
            });
          }}
        >
          Look at the next best
        </Button>
      )}
    </div>
  );
}
