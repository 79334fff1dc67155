/** The dialogs of one's own orders: cancel an offer, change its price, cancel or edit a bid. */
import type { Order } from '@rialto/contract';
import { formatAmount } from '@rialto/market';
import type { Sats } from '@rialto/protocols';
import { useFeePlan } from '../../../data/fee-plan.ts';
import { actorOf } from '../actor.ts';
import { unitsOf } from '../book/rows.ts';
import type { Market } from '../market.ts';
import type { Acts } from '../review/acts.ts';
import { tell } from '../review/tell.ts';
import { useBidCancel } from './bids/bid-acts.ts';
import { groupsOf } from './bids/bid-groups.ts';
import { BidCancelDialog } from './bids/BidCancelDialog.tsx';
import { BidEdit } from './bids/BidEdit.tsx';
import { cancelRateOf } from './cancel-cost.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { EditDialog } from './EditDialog.tsx';
import { t } from '../../../words.ts';

export type OrderAct =
  | { readonly what: 'cancel' | 'edit'; readonly order: Order }
  | { readonly what: 'bid'; readonly bidId: string; readonly rung: Order | undefined }
  | { readonly what: 'edit-bid'; readonly bidId: string; readonly rung: Order };

interface OrderDialogsProps {
  readonly asked: OrderAct;
  readonly orders: readonly Order[];
  readonly market: Market;
  readonly acts: Acts;
  readonly busy: boolean;
  readonly onSoft: (orderIds: readonly string[]) => void;
  readonly onClose: () => void;
}

export function OrderDialogs(props: OrderDialogsProps) {
  const { asked, orders, market, acts, busy, onSoft, onClose } = props;
  const hard = useHardCancel({ market, acts });
  const dialog = { busy, onClose };
  const hardly = (order: Order): void => {
    onClose();
    hard(order);
  };
  if (asked.what === 'bid' || asked.what === 'edit-bid') return <BidDialog {...props} asked={asked} />;
  const order = orders.find(({ orderId }) => orderId === asked.order.orderId) ?? asked.order;
  if (asked.what === 'cancel')
    return <CancelDialog {...dialog} order={order} onSoft={() => onSoft([order.orderId])} onHard={hardly} />;
  return (
    <EditDialog
      {...dialog}
      order={asked.order}
      onLower={(price) => {
        onClose();
        lower({ market, acts }, asked.order, price);
      }}
      onHard={() => hardly(asked.order)}
    />
  );
}

/** The bid as it is now: a sale may have published it meanwhile. */
function BidDialog({
  asked,
  ...props
}: OrderDialogsProps & { readonly asked: Extract<OrderAct, { bidId: string }> }) {
  const { orders, market, acts, busy, onSoft, onClose } = props;
  const cancel = useBidCancel({ market, acts });
  const bids = groupsOf(orders).flatMap((one) => (one.kind === 'bid' ? [one.bid] : []));
  const bid = bids.find((one) => one.bidId === asked.bidId);
  if (bid === undefined) return null;
  const onChain = (kind: 'funding' | 'locks', rungs: readonly Order[]): void => {
    onClose();
    cancel(bid, kind, rungs);
  };
  if (asked.what === 'bid')
    return <BidCancelDialog {...{ bid, busy, onSoft, onClose, onChain }} rung={asked.rung} />;
  const onTakeBack = (rung: Order): void => onChain('locks', [rung]);
  return <BidEdit {...{ bid, market, acts, onTakeBack, onClose }} rung={asked.rung} />;
}

function lower(
  { market, acts }: Pick<OrderDialogsProps, 'market' | 'acts'>,
  order: Order,
  price: Sats,
): void {
  const actor = actorOf(market);
  if (actor === undefined) return;
  const amount = formatAmount(unitsOf(order.coinAmount));
  const title = t('Sell {amount} {tick} for less', { amount, tick: order.tick });
  const intent = { network: market.network, order, price, user: actor.user };
  void acts.begin({ act: 'edit', intent, title });
}

function useHardCancel({ market, acts }: Pick<OrderDialogsProps, 'market' | 'acts'>): (order: Order) => void {
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
