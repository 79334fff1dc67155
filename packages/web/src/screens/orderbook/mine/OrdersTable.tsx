/** A table of one's own orders: the open ones with their acts, and what became of the others. */
import { Fragment } from 'react';
import type { Order } from '@rialto/contract';
import { grouped, shortened } from '@rialto/market';
import { BOOK_NAMES } from '../../../show/markets/book-names.ts';
import { PairLink } from '../../../show/markets/PairLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Money, Price, Tokens } from '../../../show/Money.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { blocksLeft, nearsItsEnd } from '../../../flows/protected/renewal.ts';
import { saidWords } from '../../../said.ts';
import { groupsOf, isBid } from './bids/bid-groups.ts';
import type { BidGroup, OrderOrBid } from './bids/bid-groups.ts';
import { OrderOwn } from './OrderOwn.tsx';
import { isBought, satsOf, unitsOf } from '../book/rows.ts';
import { timeAgo } from '../../../show/time-ago.ts';
import { shown } from '../../../shown.ts';
import { msg, t } from '../../../words.ts';

interface OrdersTableProps {
  readonly orders: readonly Order[];
  readonly view: 'open' | 'past';
  readonly now: number;
  /** The block the page knows. */
  readonly height: number | undefined;
  /** Of the pair on the screen: orders of others lead to theirs. */
  readonly assetId: string;
  /** The owner of these orders: their purchases are in the history too. */
  readonly address: string | undefined;
  readonly ticked: readonly string[];
  readonly onTick: (orderId: string) => void;
  readonly onCancel: (order: Order) => void;
  readonly onEdit: (order: Order) => void;
  readonly onCancelBid: (bid: BidGroup) => void;
  readonly onRescue: (bid: BidGroup) => void;
  /** Of locks that come home too slowly. */
  readonly onSpeedUp: (bid: BidGroup, leaving: readonly Order[]) => void;
}

/** Of the table of open orders. */
const COLUMNS = 7;
const HEAD =
  'h-8 whitespace-nowrap px-1 sm:px-2 text-right text-2xs font-normal text-haze first:pl-3 first:text-left last:pr-2 sm:first:pl-4 sm:last:pr-4';
const CELL =
  'h-10 whitespace-nowrap px-1 sm:px-2 text-right first:pl-3 first:text-left last:pr-2 sm:first:pl-4 sm:last:pr-4';

export function OrdersTable(props: OrdersTableProps) {
  const { orders, view } = props;
  const isOpen = view === 'open';
  const groups = isOpen ? groupsOf(orders) : orders.map((order): OrderOrBid => ({ kind: 'order', order }));
  return (
    <table className="w-full text-[0.8125rem]">
      <thead>
        <tr>
          <th className={HEAD}>{t('Token')}</th>
          <th className={HEAD}>{t('Price, sat')}</th>
          <th className={HEAD}>{t('Amount')}</th>
          <th className={`${HEAD} hidden sm:table-cell`}>{t('Total')}</th>
          <th className={`${HEAD} hidden sm:table-cell`}>{isOpen ? t('Placed') : t('When')}</th>
          <th className={HEAD}>{isOpen ? t('State') : t('Result')}</th>
          {isOpen ? (
            <th className={HEAD}>
              <span className="sr-only">{t('Act')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {groups.map((one) =>
          one.kind === 'order' ? (
            <Row key={one.order.orderId} order={one.order} {...props} />
          ) : (
            <Fragment key={one.bid.bidId}>
              <BidHead {...props} bid={one.bid} />
              {one.bid.rungs.map((order) => (
                <Row key={order.orderId} order={order} {...props} />
              ))}
            </Fragment>
          ),
        )}
      </tbody>
    </table>
  );
}

function Row({ order, ...props }: OrdersTableProps & { order: Order }) {
  return (
    <>
      <OrderRow order={order} {...props} />
      {props.view === 'open' && waits(order) ? <OwnRow order={order} /> : null}
    </>
  );
}

type BidHeadProps = Pick<OrdersTableProps, 'onCancelBid' | 'onRescue' | 'onSpeedUp'> & { bid: BidGroup };

/** Of a ladder as a whole: how much it locks, where its money is, and what can be done to all of it. */
function BidHead({ bid, onCancelBid, onRescue, onSpeedUp }: BidHeadProps) {
  const leaving = bid.rungs.filter(({ state }) => state === 'cancelling');
  const look = { size: 'sm', tone: 'ghost', className: 'max-sm:!px-1.5' } as const;
  return (
    <tr
      data-testid="bid-group"
      data-bid-id={bid.bidId}
      data-published={bid.published}
      className="bg-ink-0/60"
    >
      <td colSpan={COLUMNS} className="px-3 sm:px-4">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
          <p className="text-xs text-haze">
            <span className="font-medium text-mist">
              {t('{count, plural, one {Bid of # rung} other {Bid of # rungs}}', { count: bid.rungs.length })}
            </span>{' '}
            <Money value={bid.total} full /> ·{' '}
            {bid.published ? t('on the chain, in locks') : t('nothing on the chain until the first sale')}
          </p>
          <span className="flex">
            <Button {...look} data-testid="bid-rescue" onClick={() => onRescue(bid)}>
              {t('Rescue file')}
            </Button>
            {bid.published && leaving.length > 0 ? (
              <Button {...look} data-testid="bid-speed-up" onClick={() => onSpeedUp(bid, leaving)}>
                {t('Speed up')}
              </Button>
            ) : null}
            {leaving.length < bid.rungs.length ? (
              <Button {...look} data-testid="cancel-whole-bid" onClick={() => onCancelBid(bid)}>
                {t('Cancel bid')}
              </Button>
            ) : null}
          </span>
        </div>
      </td>
    </tr>
  );
}

function OrderRow({
  order,
  view,
  now,
  height,
  assetId,
  address,
  ticked,
  onTick,
  onCancel,
  onEdit,
}: OrdersTableProps & { order: Order }) {
  const isOpen = view === 'open';
  const bought = isBought(order, address);
  const leaving = order.state === 'cancelling';
  return (
    <tr
      data-testid={isOpen ? 'open-order-row' : 'history-row'}
      data-order-id={order.orderId}
      data-state={order.state}
      className={isOpen && waits(order) ? 'border-b-0!' : ''}
    >
      <td className={CELL}>
        <span className="inline-flex items-center gap-2">
          <Pair order={order} here={order.assetId === assetId} />{' '}
          <Side bought={bought} bid={isBid(order)} past={!isOpen} />
        </span>
      </td>
      <td className={CELL}>
        <Price value={order.coinRatePrice} />
        {isOpen ? null : (
          <Money value={satsOf(order.amount)} full className="block text-xs text-haze sm:hidden" />
        )}
      </td>
      <td className={CELL}>
        <Tokens units={unitsOf(order.coinAmount)} />
      </td>
      <td className={`${CELL} hidden sm:table-cell`}>
        <Money value={satsOf(order.amount)} full />
      </td>
      <td className={`${CELL} num hidden text-haze sm:table-cell`}>{timeAgo(timeOf(order, view), now)}</td>
      <td className={CELL}>
        <StateOf {...{ order, bought, height }} />
        {isOpen ? null : (
          <span className="num block text-xs text-haze sm:hidden">{timeAgo(timeOf(order, view), now)}</span>
        )}
      </td>
      {isOpen ? (
        <td className={CELL}>
          {leaving ? null : <RowActs {...{ order, height, ticked, onTick, onEdit, onCancel }} />}
        </td>
      ) : null}
    </tr>
  );
}

/** The token with its book; of another pair the way there. */
function Pair({ order: { tick, book, assetId }, here }: { order: Order; here: boolean }) {
  if (here) return <span className="font-medium">{shown(tick)}</span>;
  return (
    <PairLink
      pair={{ book, ticker: tick, assetId, firstDeployed: false }}
      testId="order-market"
      className="font-medium underline-offset-4 hover:underline"
    >
      {shown(tick)} <span className="text-2xs font-normal text-haze">{t(BOOK_NAMES[book])}</span>
    </PairLink>
  );
}

/** Of what is open, when it was placed; of the rest, when it ended. */
const timeOf = ({ timestamp, dealTimestamp }: Order, view: OrdersTableProps['view']): number =>
  view === 'open' ? timestamp : (dealTimestamp ?? timestamp);

type RowActsProps = Pick<OrdersTableProps, 'height' | 'ticked' | 'onTick' | 'onEdit' | 'onCancel'> & {
  order: Order;
};

function RowActs({ order, height, ticked, onTick, onEdit, onCancel }: RowActsProps) {
  const look = { size: 'sm', tone: 'ghost', className: 'max-sm:!px-1.5' } as const;
  const amount = grouped(order.coinAmount);
  const { tick } = order;
  return (
    <div className="flex items-center justify-end">
      <input
        type="checkbox"
        data-testid="select-order"
        aria-label={t('Select the order for {amount} {tick}', { amount, tick })}
        checked={ticked.includes(order.orderId)}
        onChange={() => onTick(order.orderId)}
        className="mr-1 size-4 accent-amber"
      />
      {order.live === true ? null : (
        <Button
          {...look}
          data-testid="edit-price"
          onClick={() => onEdit(order)}
          disabled={order.pending || (order.ticket !== undefined && order.state !== 'open')}
        >
          {t(editWords(order, height))}
        </Button>
      )}
      <Button {...look} data-testid="cancel-order" onClick={() => onCancel(order)}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

/** On the button. A message. */
function editWords(order: Order, height: number | undefined): string {
  if (isBid(order)) return msg('Edit');
  return endsSoon(order, height) ? msg('Renew') : msg('Price');
}

/** Of a protected ask: its lot has to move into a new lock to be offered any longer. */
const endsSoon = ({ ticket, exitHeight }: Order, height: number | undefined): boolean =>
  ticket !== undefined && nearsItsEnd({ ticket, exitHeight }, height);

/** What waits for its block has a line of its own for what can be done about it: it needs room for its costs. */
const waits = (order: Order): boolean => order.state === 'cancelling' || order.pending;

function OwnRow({ order }: { order: Order }) {
  return (
    <tr>
      <td colSpan={COLUMNS} className="p-0">
        <div className="flex justify-end px-4 pb-2 empty:hidden">
          <OrderOwn order={order} />
        </div>
      </td>
    </tr>
  );
}

/** Which side, and of what is over how: by a resting order of one's own, or into somebody else's. */
function Side({ bought, bid, past }: { bought: boolean; bid: boolean; past: boolean }) {
  const words = !past ? PLAIN : bid ? BID : PLAIN;
  return bought ? (
    <span className="text-buy">{t(words.bought)}</span>
  ) : (
    <span className="text-sell">{t(words.sold)}</span>
  );
}

const PLAIN = { bought: msg('Buy'), sold: msg('Sell') } as const;
const BID = { bought: msg('Limit buy'), sold: msg('Market sell') } as const;

const STATES: Readonly<Record<string, { words: string; look: string }>> = {
  open: { words: msg('Open'), look: 'text-fog' },
  paused: { words: msg('Paused'), look: 'text-warn' },
  cancelling: { words: msg('Cancelling'), look: 'text-warn' },
  done: { words: msg('Sold'), look: 'text-buy' },
  cancelled: { words: msg('Cancelled'), look: 'text-haze' },
  expired: { words: msg('Expired'), look: 'text-haze' },
  invalid: { words: msg('Invalid'), look: 'text-sell' },
};

/** A message. */
function stateWords(order: Order, bought: boolean): string {
  const { state, pending, greyed } = order;
  if (state === 'open' && pending) return isBid(order) ? msg('Being filled') : msg('Being bought');
  if (state === 'open' && greyed === true) return msg('Fee too low now');
  if (state === 'done' && bought) return msg('Bought');
  return STATES[state]?.words ?? state;
}

function StateOf({ order, bought, height }: { order: Order; bought: boolean; height: number | undefined }) {
  const state = STATES[order.state] ?? { words: order.state, look: 'text-haze' };
  const pending = order.pending && order.state === 'open';
  return (
    <span title={saidWords(order.reason)} className="inline-flex items-center gap-2">
      <span className={pending ? 'text-amber' : state.look}>{t(stateWords(order, bought))}</span>
      <LockEnd order={order} height={height} />
      {order.dealTx === '' ? null : <TxLink txId={order.dealTx} shown={shortened(order.dealTx, 4, 4)} />}
    </span>
  );
}

/** For how long a protected ask is still offered, once that is short. */
function LockEnd({ order, height }: { order: Order; height: number | undefined }) {
  const { ticket, exitHeight, state } = order;
  if (ticket === undefined || state !== 'open' || !endsSoon(order, height)) return null;
  const blocks = blocksLeft({ ticket, exitHeight }, height) ?? 0;
  return (
    <span className="text-xs text-warn" data-testid="lock-end">
      {t('{blocks, plural, one {ends in # block} other {ends in # blocks}}', { blocks })}
    </span>
  );
}
