/** One's own orders, open and past, what the market traded lately, and while there is something what is in progress: tabs, all live. */
import { Suspense, lazy, useState } from 'react';
import { isUnderWay, useTray } from '../../flows/tray.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { MarketTrades } from './trades/MarketTrades.tsx';
import type { MyLists } from './mine/my-lists.ts';
import type { MyOrdersProps } from './mine/MyOrders.tsx';
import { Blank, OrdersSkeleton } from './mine/OrdersBlank.tsx';
import { ScopeSwitch } from './mine/ScopeSwitch.tsx';
import { firstStep } from './actor.ts';
import { t } from '../../words.ts';

const MyOrders = lazy(async () => ({ default: (await import('./mine/MyOrders.tsx')).MyOrders }));

const Progress = lazy(async () => ({ default: (await import('./mine/Progress.tsx')).Progress }));

type View = 'open' | 'past' | 'trades' | 'progress';

type OrdersPanelProps = Omit<MyOrdersProps, 'view' | 'orders'> & {
  readonly first: View | undefined;
  readonly mine: MyLists;
};

const TEST_IDS: Readonly<Record<View, string>> = {
  open: 'open-orders',
  past: 'history',
  trades: 'market-trades',
  progress: 'in-progress',
};

export function OrdersPanel({ market, mine, acts, now, onSell, first: begins }: OrdersPanelProps) {
  const [chosen, setChosen] = useState(begins);
  const { user } = market.account;
  const items = useTray().filter((item) => item.address === user?.address);
  // Users without orders see the market's trades; when nothing is in progress any more, its tab is gone.
  const first = user === undefined ? 'trades' : 'open';
  const view = chosen === undefined || (chosen === 'progress' && items.length === 0) ? first : chosen;
  const tabs = tabsOf(mine.open?.length ?? 0, items);
  return (
    <section
      aria-label={t('Orders and trades')}
      className="panel flex min-h-[13.5rem] flex-col overflow-hidden"
    >
      <div className="flex shrink-0 flex-wrap items-center border-b border-line">
        <Tabs
          label={t('Orders and trades')}
          tabs={tabs}
          chosen={view}
          onChoose={setChosen}
          panelId="my-orders"
          className={`flex min-w-0 flex-1 overflow-x-auto overflow-y-hidden whitespace-nowrap px-4 pb-px [scrollbar-width:none] max-sm:basis-full max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0 max-sm:[&>*]:text-xs ${items.length === 0 ? 'gap-5' : 'gap-2.5 sm:[&>*]:text-[0.8125rem]'}`}
          tabClass={underlineTab}
        />
        {isMine(view) && firstStep(market) === undefined ? <ScopeSwitch /> : null}
      </div>
      <div
        id="my-orders"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`my-orders-${view}`}
        data-testid={TEST_IDS[view]}
        className="relative flex min-h-0 flex-1 flex-col overflow-auto focus-visible:-outline-offset-2"
      >
        <Shown {...{ view, market, mine, acts, now, items, onSell }} />
      </div>
    </section>
  );
}

const isMine = (view: View): boolean => view === 'open' || view === 'past';

interface ShownProps extends Omit<OrdersPanelProps, 'first'> {
  readonly view: View;
  readonly items: ReturnType<typeof useTray>;
}

function Shown({ view, market, mine, acts, now, items, onSell }: ShownProps) {
  switch (view) {
    case 'trades':
      return <MarketTrades sales={market.sales} tick={market.token?.ticker ?? ''} now={now} />;
    case 'progress':
      return (
        <Suspense fallback={<OrdersSkeleton />}>
          <Progress items={items} />
        </Suspense>
      );
    case 'open':
    case 'past':
      return <Mine orders={mine[view]} {...{ view, market, acts, now, onSell }} />;
  }
}

/** The one of what is in progress is there while something is. */
function tabsOf(open: number, items: ReturnType<typeof useTray>) {
  const progress = t('In progress ({count})', { count: items.filter(isUnderWay).length });
  return [
    {
      id: 'open',
      label: t('My Open Orders ({count})', { count: open }),
      testId: 'open-orders-tab',
    },
    { id: 'past', label: t('My Order History'), testId: 'history-tab' },
    { id: 'trades', label: t('Market Trades'), testId: 'trades-tab' },
    ...(items.length === 0 ? [] : [{ id: 'progress' as const, label: progress, testId: 'progress-tab' }]),
  ] as const;
}

function Mine(props: MyOrdersProps) {
  const first = firstStep(props.market);
  if (first !== undefined)
    return (
      <Blank words={first.words}>
        {first.act === undefined ? null : (
          <Button size="sm" onClick={first.onAct}>
            {first.act}
          </Button>
        )}
      </Blank>
    );
  return (
    <Suspense fallback={<OrdersSkeleton />}>
      <MyOrders {...props} />
    </Suspense>
  );
}
