/** An order as a row: which way, how much, how it stands; pressed it is looked at. */
import type { BridgeAssetView, BridgeOrderView } from '@rialto/contract';
import { orderHref } from '../../../data/bridge/bridge-href.ts';
import { rowWords } from '../../../show/bridge/bridge-words.ts';
import { directionWords, stateTone, wayWords } from '../../../show/bridge/order-words.ts';
import { Way } from '../../../ui/Way.tsx';
import { dateWords } from '../../../words.ts';

interface OrderRowProps {
  readonly order: BridgeOrderView;
  readonly asset: BridgeAssetView | undefined;
}

export function OrderRow({ order, asset }: OrderRowProps) {
  const { orderId, state, waits, createdAt } = order;
  return (
    <li data-testid="bridge-row" data-id={orderId} data-state={state}>
      <Way
        href={orderHref(order.asset, orderId)}
        className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-[0.8125rem] hover:bg-ink-2"
      >
        <span className="num min-w-0 [overflow-wrap:anywhere]">{wayWords(order, asset)}</span>
        <span
          data-testid="bridge-row-state"
          className={`text-right ${waits === null ? stateTone(order) : 'text-warn'}`}
        >
          {rowWords(order)}
        </span>
        <span className="text-xs text-haze">{directionWords(order.direction)}</span>
        <span className="text-right text-xs text-haze">
          {dateWords(createdAt, { dateStyle: 'short', timeStyle: 'short' })}
        </span>
      </Way>
    </li>
  );
}
