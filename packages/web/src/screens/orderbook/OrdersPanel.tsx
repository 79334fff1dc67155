/** One's own orders, open and past, and what the market traded lately: three tabs, all live. */
import { Suspense, lazy, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { MarketTrades } from './trades/MarketTrades.tsx';
import type { MyOrdersProps } from './mine/MyOrders.tsx';
import { Blank, OrdersSkeleton } from './mine/OrdersBlank.tsx';
import { firstStep } from './actor.ts';
import { t } from '../../words.ts';

const MyOrders = lazy(async () => ({ default: (await import('./mine/MyOrders.tsx')).MyOrders }));

type View = 'open' | 'past' | 'trades';

type OrdersPanelProps = Omit<MyOrdersProps, 'view'> & { readonly first: View | undefined };

export function OrdersPanel({ market, acts, now, first }: OrdersPanelProps) {
  const [chosen, setChosen] = useState(first);
  // Users without orders see the market's trades.
  const view = chosen ?? (market.account.user === undefined ? 'trades' : 'open');
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
        className="flex shrink-0 gap-5 overflow-x-auto overflow-y-hidden whitespace-nowrap border-b border-line px-4 pb-px [scrollbar-width:none] max-sm:gap-3 max-sm:[&>*]:text-xs"
        tabClass={underlineTab}
      />
      <div
        id="my-orders"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`my-orders-${view}`}
        data-testid={{ open: 'open-orders', past: 'history', trades: 'market-trades' }[view]}
        className="relative flex min-h-0 flex-1 flex-col overflow-auto focus-visible:-outline-offset-2"
      >
        {view === 'trades' ? (
          <MarketTrades sales={market.sales} tick={market.token?.ticker ?? ''} now={now} />
        ) : (
          <Mine view={view} market={market} acts={acts} now={now} />
        )}
      </div>
    </section>
  );
}

function Mine(props: MyOrdersProps) {
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
