/** What can be done to an open order: ticked for all at once, another price, cancelled. */
import type { Order } from '@rialto/contract';
import { grouped } from '@rialto/market';
import { nearsItsEnd } from '../../../../flows/protected/renewal.ts';
import { Button } from '../../../../ui/Button.tsx';
import { isBid } from '../bids/bid-groups.ts';
import { ROW_BUTTON } from './parts.ts';
import type { OrdersTableProps } from './parts.ts';
import { msg, t } from '../../../../words.ts';

type RowActsProps = Pick<OrdersTableProps, 'height' | 'ticked' | 'onTick' | 'onEdit' | 'onCancel'> & {
  order: Order;
};

export function RowActs({ order, height, ticked, onTick, onEdit, onCancel }: RowActsProps) {
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
          {...ROW_BUTTON}
          data-testid="edit-price"
          onClick={() => onEdit(order)}
          disabled={order.pending || (order.ticket !== undefined && order.state !== 'open')}
        >
          {t(editWords(order, height))}
        </Button>
      )}
      <Button {...ROW_BUTTON} data-testid="cancel-order" onClick={() => onCancel(order)}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

/** On the button. A message. */
function editWords(order: Order, height: number | undefined): string {
  if (isBid(order)) return msg('Edit');
  // The lot of a protected ask has to move into a new lock to be offered any longer.
  return nearsItsEnd(order, height) ? msg('Renew') : msg('Price');
}
