/** One's own orders with what can be done to them: another price, one or several off the book, a cancel on the chain. */
import { useState } from 'react';
import { MAX_LOTS } from '@rialto/contract';
import type { Order } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import type { Sats } from '@rialto/protocols';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { useLineLost } from '../../../data/calls/line.ts';
import { Button } from '../../../ui/Button.tsx';
import { tell } from '../review/tell.ts';
import type { Acts } from '../review/acts.ts';
import { cancelRateOf } from './cancel-cost.ts';
import { saveRescue, useBidCancel } from './bid-acts.ts';
import { groupsOf, isRung } from './bid-groups.ts';
import { BidCancelDialog } from './BidCancelDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { HistoryFile } from './HistoryFile.tsx';
import type { Market } from '../market.ts';
import { Blank, OrdersSkeleton } from './OrdersBlank.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { actorOf } from '../actor.ts';
import { unitsOf } from '../book/rows.ts';
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

type OrderAct =
  | { readonly what: 'cancel' | 'edit'; readonly order: Order }
  | { readonly what: 'bid'; readonly bidId: string; readonly rung: Order | undefined };

export function MyOrders({ view, market, orders, acts, now, onSell }: MyOrdersProps) {
  const [asked, setAsked] = useState<OrderAct | undefined>(undefined);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const actor = actorOf(market);
  const close = (): void => setAsked(undefined);
  const hard = useHardCancel({ market, acts });
  const cancelBid = useBidCancel({ market, acts });
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
  const edit = (order: Order, price: Sats): void => {
    if (actor === undefined) return;
    close();
    const amount = formatAmount(unitsOf(order.coinAmount));
    const title = t('Sell {amount} {tick} for less', { amount, tick: order.tick });
    void acts.begin({
      act: 'edit',
      intent: { network: market.network, order, price, user: actor.user },
      title,
    });
  };
  if (orders === undefined) return <OrdersSkeleton />;
  if (orders.length === 0)
    return view === 'open' ? (
      <Blank words={t('You have no open orders.')}>
        <Button size="sm" data-testid="orders-sell" onClick={onSell}>
          {t('Place a sell order')}
        </Button>
      </Blank>
    ) : (
      <Blank words={t('Nothing here yet.')} />
    );
  const chosen = orders
    .filter(({ orderId, state }) => view === 'open' && state !== 'cancelling' && ticked.includes(orderId))
    .map(({ orderId }) => orderId);
  const dialog = { busy, onClose: close };
  // As it is now: a sale may have published it meanwhile.
  const bid = groupsOf(orders)
    .flatMap((one) => (one.kind === 'bid' ? [one.bid] : []))
    .find(({ bidId }) => asked?.what === 'bid' && bidId === asked.bidId);
  return (
    <>
      {view === 'past' ? <HistoryFile /> : null}
      <OrdersTable
        {...{ orders, view, now, ticked: chosen }}
        assetId={market.pair.assetId}
        address={actor?.user.address}
        onTick={(id) => setTicked((ids) => toggled(ids, id))}
        onCancel={(order) =>
          setAsked(
            order.bidId !== undefined && isRung(order)
              ? { what: 'bid', bidId: order.bidId, rung: order }
              : { what: 'cancel', order },
          )
        }
        onCancelBid={({ bidId }) => setAsked({ what: 'bid', bidId, rung: undefined })}
        onRescue={(bid) => {
          if (actor !== undefined) void saveRescue(bid, market.network, actor.session);
        }}
        onEdit={(order) => setAsked({ what: 'edit', order })}
      />
      <Selected
        count={chosen.length}
        busy={busy}
        onClear={() => setTicked([])}
        onCancel={() => void soft(chosen)}
      />
      {asked?.what === 'cancel' ? (
        <CancelDialog
          {...dialog}
          order={orders.find(({ orderId }) => orderId === asked.order.orderId) ?? asked.order}
          onSoft={() => void soft([asked.order.orderId])}
          onHard={(order) => {
            close();
            hard(order);
          }}
        />
      ) : null}
      {bid === undefined || asked?.what !== 'bid' ? null : (
        <BidCancelDialog
          {...dialog}
          bid={bid}
          rung={asked.rung}
          onSoft={(orderIds) => void soft(orderIds)}
          onChain={(kind, rungs) => {
            close();
            cancelBid(bid, kind, rungs);
          }}
        />
      )}
      {asked?.what === 'edit' ? (
        <EditDialog
          {...dialog}
          order={asked.order}
          onLower={(price) => edit(asked.order, price)}
          onHard={() => {
            close();
            hard(asked.order);
          }}
        />
      ) : null}
    </>
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

function useHardCancel({ market, acts }: Pick<MyOrdersProps, 'market' | 'acts'>): (order: Order) => void {
  const fee = useFeePlan();
  const actor = actorOf(market);
  return (order) => {
    const feeRateSatVb = cancelRateOf(order, fee.limits?.fast ?? fee.chosen.feeRate);
    if (actor === undefined) return;
    if (feeRateSatVb === undefined) {
      tell(new Error(t('Choose a fee rate first.')));
      return;
    }
    const { orderId, book, tick, assetId, outpoint, coinAmount } = order;
    const { address, publicKey } = actor.user;
    const intent = {
      network: market.network,
      book,
      tick,
      assetId,
      address,
      publicKey,
      orderId,
      outpoint,
      units: unitsOf(coinAmount),
      feeRateSatVb,
      // What ends a purchase may be far above every plan: its rate and cost were in the dialog.
      highFee: order.cancelRate === feeRateSatVb,
    };
    const amount = formatAmount(intent.units);
    const title = t('Cancel selling {amount} {tick}', { amount, tick });
    void acts.begin({ act: 'cancel', intent, session: actor.session, title });
  };
}
