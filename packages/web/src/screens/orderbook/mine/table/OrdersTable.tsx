/** A table of one's own orders: the open ones with their acts, and what became of the others. */
import { Fragment } from 'react';
import { groupsOf } from '../bids/bid-groups.ts';
import type { OrderOrBid } from '../bids/bid-groups.ts';
import { BidHead } from './BidHead.tsx';
import { HEAD } from './parts.ts';
import type { OrdersTableProps } from './parts.ts';
import { OrderRow } from './OrderRow.tsx';
import { t } from '../../../../words.ts';

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
            <OrderRow key={one.order.orderId} order={one.order} {...props} />
          ) : (
            <Fragment key={one.bid.bidId}>
              <BidHead {...props} bid={one.bid} />
              {one.bid.rungs.map((order) => (
                <OrderRow key={order.orderId} order={order} {...props} />
              ))}
            </Fragment>
          ),
        )}
      </tbody>
    </table>
  );
}
