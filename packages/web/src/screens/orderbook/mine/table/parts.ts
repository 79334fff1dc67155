/** What the parts of the table of one's own orders share: its props, and the looks of its cells. */
import type { Order } from '@rialto/contract';
import type { BidGroup } from '../bids/bid-groups.ts';

export interface OrdersTableProps {
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
export const COLUMNS = 7;
export const HEAD =
  'h-8 whitespace-nowrap px-1 sm:px-2 text-right text-2xs font-normal text-haze first:pl-3 first:text-left last:pr-2 sm:first:pl-4 sm:last:pr-4';
export const CELL =
  'h-10 whitespace-nowrap px-1 sm:px-2 text-right first:pl-3 first:text-left last:pr-2 sm:first:pl-4 sm:last:pr-4';

/** Buttons in a row. */
export const ROW_BUTTON = { size: 'sm', tone: 'ghost', className: 'max-sm:!px-1.5' } as const;
