/** One order of one's own: its market and side, price, amount, time and state; what waits for its block has a second line. */
import type { Order } from '@rialto/contract';
import { BOOK_NAMES } from '../../../../show/markets/book-names.ts';
import { PairLink } from '../../../../show/markets/PairLink.tsx';
import { Money, Price, Tokens } from '../../../../show/Money.tsx';
import { timeAgo } from '../../../../show/time-ago.ts';
import { shown } from '../../../../shown.ts';
import { isBought, satsOf, unitsOf } from '../../book/rows.ts';
import { isBid } from '../bids/bid-groups.ts';
import { OrderOwn } from '../OrderOwn.tsx';
import { CELL, COLUMNS } from './parts.ts';
import type { OrdersTableProps } from './parts.ts';
import { OrderState } from './OrderState.tsx';
import { RowActs } from './RowActs.tsx';
import { msg, t } from '../../../../words.ts';

export function OrderRow({ order, ...props }: OrdersTableProps & { order: Order }) {
  return (
    <>
      <Cells order={order} {...props} />
      {props.view === 'open' && waits(order) ? <OwnRow order={order} /> : null}
    </>
  );
}

function Cells({
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
        <OrderState {...{ order, bought, height }} />
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

/** Of what is open, when it was placed; of the rest, when it ended. */
const timeOf = ({ timestamp, dealTimestamp }: Order, view: OrdersTableProps['view']): number =>
  view === 'open' ? timestamp : (dealTimestamp ?? timestamp);

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
