/** One's own orders: the open ones with both ways to cancel, and what became of the others. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Order } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { Button } from '../../ui/Button.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { Money, Price, Tokens } from '../../show/Money.tsx';
import { saidWords } from '../../said.ts';
import { satsOf, unitsOf } from './rows.ts';
import { timeAgo } from './time-ago.ts';
import { msg, t } from '../../words.ts';

export interface OrdersProps {
  readonly open: readonly Order[] | undefined;
  readonly past: readonly Order[] | undefined;
  /** What to do first when there is no session: connect or authorize. */
  readonly first: { readonly words: string; readonly act: string; readonly onAct: () => void } | undefined;
  readonly now: number;
  readonly onCancel: (order: Order) => void;
  /** Whose orders these are: what he bought stands in his history too. */
  readonly address: string | undefined;
}

type View = 'open' | 'past';

export function Orders({ open, past, first, now, onCancel, address }: OrdersProps) {
  const [view, setView] = useState<View>('open');
  const tabs = [
    {
      id: 'open',
      label: t('My Open Orders ({count})', { count: open?.length ?? 0 }),
      testId: 'open-orders-tab',
    },
    { id: 'past', label: t('My Order History'), testId: 'history-tab' },
  ] as const;
  return (
    <section aria-label={t('My orders')} className="panel flex min-h-[13.5rem] flex-col overflow-hidden">
      <Tabs
        label={t('My orders')}
        tabs={tabs}
        chosen={view}
        onChoose={setView}
        panelId="my-orders"
        className="flex gap-5 border-b border-line px-4"
        tabClass={underlineTab}
      />
      <div
        id="my-orders"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`my-orders-${view}`}
        data-testid={view === 'open' ? 'open-orders' : 'history'}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        {first === undefined ? (
          <Table orders={view === 'open' ? open : past} {...{ view, now, onCancel, address }} />
        ) : (
          <Blank words={first.words}>
            <Button size="sm" onClick={first.onAct}>
              {first.act}
            </Button>
          </Blank>
        )}
      </div>
    </section>
  );
}

function Blank({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="grid h-full min-h-32 place-content-center justify-items-center gap-3 px-6 text-center">
      <p className="text-[0.8125rem] text-haze">{words}</p>
      {children}
    </div>
  );
}

interface TableProps {
  readonly orders: readonly Order[] | undefined;
  readonly view: View;
  readonly now: number;
  readonly onCancel: (order: Order) => void;
  readonly address: string | undefined;
}

const HEAD =
  'h-8 whitespace-nowrap px-1.5 sm:px-2 text-right text-2xs font-normal text-haze first:pl-4 first:text-left last:pr-4';
const CELL = 'h-10 whitespace-nowrap px-1.5 sm:px-2 text-right first:pl-4 first:text-left last:pr-4';

function Table({ orders, view, now, onCancel, address }: TableProps) {
  if (orders === undefined) return <Rows />;
  if (orders.length === 0) {
    return <Blank words={view === 'open' ? t('You have no open orders.') : t('Nothing here yet.')} />;
  }
  return (
    <table className="w-full text-[0.8125rem]">
      <thead>
        <tr>
          <th className={HEAD}>{t('Token')}</th>
          <th className={HEAD}>{t('Price, sat')}</th>
          <th className={HEAD}>{t('Amount')}</th>
          <th className={`${HEAD} hidden sm:table-cell`}>{t('Total')}</th>
          <th className={`${HEAD} hidden sm:table-cell`}>{view === 'open' ? t('Placed') : t('When')}</th>
          <th className={HEAD}>{view === 'open' ? t('State') : t('Result')}</th>
          {view === 'open' ? (
            <th className={HEAD}>
              <span className="sr-only">{t('Act')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {orders.map((order) => (
          <tr
            key={order.orderId}
            data-testid={view === 'open' ? 'open-order-row' : 'history-row'}
            data-order-id={order.orderId}
            data-state={order.state}
          >
            <td className={CELL}>
              <span className="font-medium">{order.tick}</span> <Side bought={isBought(order, address)} />
            </td>
            <td className={CELL}>
              <Price value={order.coinRatePrice} />
            </td>
            <td className={CELL}>
              <Tokens units={unitsOf(order.coinAmount)} />
            </td>
            <td className={`${CELL} hidden sm:table-cell`}>
              <Money value={satsOf(order.amount)} />
            </td>
            <td className={`${CELL} num hidden text-haze sm:table-cell`}>
              {timeAgo(view === 'open' ? order.timestamp : (order.dealTimestamp ?? order.timestamp), now)}
            </td>
            <td className={CELL}>
              <StateOf order={order} bought={isBought(order, address)} />
            </td>
            {view === 'open' ? (
              <td className={CELL}>
                <Button
                  size="sm"
                  tone="ghost"
                  data-testid="cancel-order"
                  onClick={() => onCancel(order)}
                  disabled={order.state === 'cancelling'}
                >
                  {t('Cancel')}
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isBought = (order: Order, address: string | undefined): boolean =>
  order.state === 'done' && order.buyerAddress === address && order.sellerAddress !== address;

function Side({ bought }: { bought: boolean }) {
  return bought ? (
    <span className="text-buy">{t('Buy')}</span>
  ) : (
    <span className="text-sell">{t('Sell')}</span>
  );
}

const STATES: Readonly<Record<string, { words: string; look: string }>> = {
  open: { words: msg('Open'), look: 'text-fog' },
  paused: { words: msg('Paused'), look: 'text-warn' },
  cancelling: { words: msg('Cancelling'), look: 'text-warn' },
  done: { words: msg('Sold'), look: 'text-buy' },
  cancelled: { words: msg('Cancelled'), look: 'text-haze' },
  expired: { words: msg('Expired'), look: 'text-haze' },
  invalid: { words: msg('Invalid'), look: 'text-sell' },
};

function StateOf({ order, bought }: { order: Order; bought: boolean }) {
  const state = STATES[order.state] ?? { words: order.state, look: 'text-haze' };
  const pending = order.pending && order.state === 'open';
  return (
    <span title={saidWords(order.reason)} className="inline-flex items-center gap-2">
      <span className={pending ? 'text-amber' : state.look}>
        {pending ? t('Being bought') : bought ? t('Bought') : t(state.words)}
      </span>
      {order.dealTx === '' ? null : (
        <Copyable
          text={order.dealTx}
          shown={shortened(order.dealTx, 4, 4)}
          label={t('Copy the transaction id')}
          className="text-xs"
        />
      )}
    </span>
  );
}

function Rows() {
  return (
    <div className="space-y-4 p-4" role="status" aria-label={t('Loading your orders')}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  );
}
