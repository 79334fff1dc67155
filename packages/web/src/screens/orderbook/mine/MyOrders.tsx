/** One's own orders with what can be done to them: another price, one or several off the book, a cancel on the chain. */
import { useState } from 'react';
import { MAX_LOTS } from '@rialto/contract';
import type { Order } from '@rialto/contract';
import { useLineLost } from '../../../data/calls/line.ts';
import { useHealth } from '../../../data/queries.ts';
import { requestOwn } from '../../../flows/own/own-request.ts';
import { renewalOf } from '../../../flows/own/renew-request.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Acts } from '../review/acts.ts';
import { saveRescue, useBidCancel } from './bids/bid-acts.ts';
import { isBid } from './bids/bid-groups.ts';
import { HistoryFile } from './HistoryFile.tsx';
import type { Market } from '../market.ts';
import { OrderDialogs } from './OrderDialogs.tsx';
import type { OrderAct } from './OrderDialogs.tsx';
import { Blank, OrdersSkeleton } from './OrdersBlank.tsx';
import { OrdersTable } from './table/OrdersTable.tsx';
import { actorOf } from '../actor.ts';
import { t } from '../../../words.ts';

export interface MyOrdersProps {
  readonly market: Market;
  /** Undefined while they load. */
  readonly orders: readonly Order[] | undefined;
  readonly acts: Acts;
  readonly now: number;
  readonly view: 'open' | 'past';
  /** Leads to the form that sells. */
  readonly onSell: () => void;
}

export function MyOrders({ view, market, orders, acts, now, onSell }: MyOrdersProps) {
  const [asked, setAsked] = useState<OrderAct | undefined>(undefined);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const actor = actorOf(market);
  const height = useHealth().data?.height;
  const cancelBid = useBidCancel({ market, acts });
  const close = (): void => setAsked(undefined);
  const soft = async (orderIds: readonly string[]): Promise<void> => {
    if (actor === undefined) return;
    setBusy(true);
    // A call cancels orders of one book.
    for (const each of byBook((orders ?? []).filter(({ orderId }) => orderIds.includes(orderId))))
      await acts.softCancel({ network: market.network, ...each }, actor);
    setBusy(false);
    setTicked([]);
    close();
  };
  if (orders === undefined) return <OrdersSkeleton />;
  if (orders.length === 0) return <NoOrders view={view} onSell={onSell} />;
  const chosen = orders
    .filter(({ orderId, state }) => view === 'open' && state !== 'cancelling' && ticked.includes(orderId))
    .map(({ orderId }) => orderId);
  return (
    <>
      {view === 'past' ? <HistoryFile /> : null}
      <OrdersTable
        {...{ orders, view, now, height, ticked: chosen }}
        assetId={market.pair.assetId}
        address={actor?.user.address}
        onTick={(id) => setTicked((ids) => toggled(ids, id))}
        onCancel={(order) => setAsked(cancelOf(order))}
        onCancelBid={({ bidId }) => setAsked({ what: 'bid', bidId, rung: undefined })}
        onSpeedUp={(bid, leaving) => cancelBid(bid, 'locks', leaving)}
        onRescue={(bid) => {
          if (actor !== undefined) void saveRescue(bid, market.network, actor.session);
        }}
        onEdit={(order) => {
          const { ticket } = order;
          if (ticket === undefined) setAsked(editOf(order));
          else requestOwn(renewalOf({ ...order, ticket }));
        }}
      />
      <Selected
        count={chosen.length}
        busy={busy}
        onClear={() => setTicked([])}
        onCancel={() => void soft(chosen)}
      />
      {asked === undefined ? null : (
        <OrderDialogs
          {...{ asked, orders, market, acts, busy }}
          onClose={close}
          onSoft={(orderIds) => void soft(orderIds)}
        />
      )}
    </>
  );
}

/** Of a rung there are other ways than of an offer. */
const cancelOf = (order: Order): OrderAct =>
  order.bidId !== undefined && isBid(order)
    ? { what: 'bid', bidId: order.bidId, rung: order }
    : { what: 'cancel', order };

const editOf = (order: Order): OrderAct =>
  order.bidId !== undefined && isBid(order)
    ? { what: 'edit-bid', bidId: order.bidId, rung: order }
    : { what: 'edit', order };

function NoOrders({ view, onSell }: Pick<MyOrdersProps, 'view' | 'onSell'>) {
  if (view === 'past') return <Blank words={t('Nothing here yet.')} />;
  return (
    <Blank words={t('You have no open orders.')}>
      <Button size="sm" data-testid="orders-sell" onClick={onSell}>
        {t('Place a sell order')}
      </Button>
    </Blank>
  );
}

interface SelectedProps {
  readonly count: number;
  readonly busy: boolean;
  readonly onClear: () => void;
  readonly onCancel: () => void;
}

function Selected({ count, busy, onClear, onCancel }: SelectedProps) {
  const offline = useLineLost();
  if (count === 0) return null;
  // Under the rows: none of them moves when the first is chosen.
  return (
    <div
      data-testid="selected-orders"
      className="sticky bottom-0 z-10 mt-auto flex items-center justify-between gap-3 border-t border-line bg-ink-2 px-4 py-1.5"
    >
      <p className="text-[0.8125rem] text-mist">{t('{count} selected', { count })}</p>
      <span className="flex gap-2">
        <Button size="sm" tone="ghost" onClick={onClear}>
          {t('Clear')}
        </Button>
        <Button size="sm" busy={busy} disabled={offline} data-testid="cancel-selected" onClick={onCancel}>
          {offline ? t('Offline, reconnecting') : t('Remove (free)')}
        </Button>
      </span>
    </div>
  );
}

type Removal = Omit<Parameters<Acts['softCancel']>[0], 'network'>;

export function byBook(orders: readonly Order[]): readonly Removal[] {
  return [...new Set(orders.map(({ book }) => book))].flatMap((book) => {
    const here = orders.filter((order) => order.book === book);
    const [first] = here;
    if (first === undefined) return [];
    const title = t('{count, plural, one {Cancel an order} other {Cancel # orders}}', { count: here.length });
    const orderIds = here.map(({ orderId }) => orderId);
    return [{ book, orderIds, tick: first.tick, assetId: first.assetId, title }];
  });
}

function toggled(ids: readonly string[], id: string): readonly string[] {
  if (ids.includes(id)) return ids.filter((one) => one !== id);
  return ids.length < MAX_LOTS ? [...ids, id] : ids;
}
