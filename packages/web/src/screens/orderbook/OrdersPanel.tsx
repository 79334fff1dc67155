/** One's own orders, open and past, and what the market traded lately: three tabs, all live. */
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import type { Acts } from './acts.ts';
import { MarketTrades } from './MarketTrades.tsx';
import type { Market } from './market.ts';
import { firstStep } from './person.ts';
import { t } from '../../words.ts';

const MyOrders = lazy(async () => ({ default: (await import('./MyOrders.tsx')).MyOrders }));

type View = 'open' | 'past' | 'trades';

export interface OrdersPanelProps {
  readonly market: Market;
  readonly acts: Acts;
  readonly now: number;
}

export function OrdersPanel({ market, acts, now, first }: OrdersPanelProps & { first: View | undefined }) {
  const [chosen, setChosen] = useState(first);
  // Whoever has no orders sees that the market lives.
  const view = chosen ?? (market.account.person === undefined ? 'trades' : 'open');
  const tabs = [
    {
      id: 'open',
      label: t('My Open Orders ({count})', { count: market.myOpen?.length ?? 0 }),
      testId: 'open-orders-tab',
    },
    { id: 'past', label: t('My Order History'), testId: 'history-tab' },
    { id: 'trades', label: t('Market Trades'), testId: 'trades-tab' },
  ] as const;
  return (
    <section
      aria-label={t('Orders and trades')}
      className="panel flex min-h-[13.5rem] flex-col overflow-hidden"
    >
      <Tabs
        label={t('Orders and trades')}
        tabs={tabs}
        chosen={view}
        onChoose={setChosen}
        panelId="my-orders"
        className="flex shrink-0 gap-5 overflow-x-auto whitespace-nowrap border-b border-line px-4 max-sm:gap-3"
        tabClass={underlineTab}
      />
      <div
        id="my-orders"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`my-orders-${view}`}
        data-testid={{ open: 'open-orders', past: 'history', trades: 'market-trades' }[view]}
        className="flex min-h-0 flex-1 flex-col overflow-auto focus-visible:-outline-offset-2"
      >
        {view === 'trades' ? (
          <MarketTrades deals={market.deals} tick={market.token?.ticker ?? ''} now={now} />
        ) : (
          <Mine view={view} market={market} acts={acts} now={now} />
        )}
      </div>
    </section>
  );
}

function Mine(props: OrdersPanelProps & { view: 'open' | 'past' }) {
  const first = firstStep(props.market);
  if (first !== undefined)
    return (
      <Blank words={first.words}>
        <Button size="sm" onClick={first.onAct}>
          {first.act}
        </Button>
      </Blank>
    );
  return (
    <Suspense fallback={<OrdersSkeleton />}>
      <MyOrders {...props} />
    </Suspense>
  );
}

export function Blank({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="grid h-full min-h-32 place-content-center justify-items-center gap-3 px-6 text-center">
      <p className="text-[0.8125rem] text-haze">{words}</p>
      {children}
    </div>
  );
}

export function OrdersSkeleton() {
  return (
    <div className="space-y-4 p-4" role="status" aria-label={t('Loading your orders')}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  );
}
