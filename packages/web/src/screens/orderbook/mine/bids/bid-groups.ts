/** One's own open orders with the rungs of a bid side by side, the best price first. Pure. */
import type { Order } from '@rialto/contract';
import { marketOfType, parseDecimal } from '@rialto/market';

/** A ladder: its rungs that are still open. */
export interface BidGroup {
  readonly bidId: string;
  readonly rungs: readonly Order[];
  /** All of them, in sat. */
  readonly total: bigint;
  /** Its funding was sent: the locks are on the chain, or on their way. */
  readonly published: boolean;
}

export type OrderOrBid =
  { readonly kind: 'order'; readonly order: Order } | { readonly kind: 'bid'; readonly bid: BidGroup };

/** Standing or live. */
export const isBid = ({ orderType }: Pick<Order, 'orderType'>): boolean =>
  marketOfType(orderType).side === 'bid';

/** A bid stands where its first rung would. */
export function groupsOf(orders: readonly Order[]): readonly OrderOrBid[] {
  const done = new Set<string>();
  return orders.flatMap((order): readonly OrderOrBid[] => {
    const { bidId } = order;
    if (bidId === undefined || !isBid(order)) return [{ kind: 'order', order }];
    if (done.has(bidId)) return [];
    done.add(bidId);
    const rungs = orders.filter((one) => one.bidId === bidId).toSorted(byRate);
    const total = rungs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const published = rungs.some((one) => one.published === true);
    return [{ kind: 'bid', bid: { bidId, rungs, total, published } }];
  });
}

const rateOf = ({ coinRatePrice }: Order): bigint => parseDecimal(coinRatePrice, 18) ?? 0n;

function byRate(a: Order, b: Order): number {
  const [left, right] = [rateOf(a), rateOf(b)];
  return left === right ? 0 : left > right ? -1 : 1;
}
