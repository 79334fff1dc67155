/** What one's own resting orders sold or bought is told at once: all that one transaction did in one toast. */
import type { Order } from '@rialto/contract';
import { formatDecimal, marketOfType, parseDecimal } from '@rialto/market';
import { toast } from '../../../ui/toast/toast.ts';
import { itemWords } from '../notifications/notification-words.ts';
import { t } from '../../../words.ts';

/** The orders of one transaction come one by one. */
const TOGETHER_MS = 400;

const told = new Set<string>();
const waiting = new Map<string, Order[]>();

/** @param address whose feed told it */
export function tellSale(order: Order, address: string): void {
  if (order.state !== 'done' || !isOwn(order, address) || told.has(order.orderId)) return;
  told.add(order.orderId);
  const key = `${order.dealTx} ${order.assetId}`;
  const others = waiting.get(key);
  if (others !== undefined) {
    others.push(order);
    return;
  }
  waiting.set(key, [order]);
  setTimeout(() => {
    const orders = waiting.get(key) ?? [];
    waiting.delete(key);
    toast(saleWords(orders));
  }, TOGETHER_MS);
}

/** A resting order of one's own: what one takes is told by its trade. */
const isOwn = (order: Order, address: string): boolean =>
  (isBid(order) ? order.buyerAddress : order.sellerAddress) === address;

const isBid = ({ orderType }: Order): boolean => marketOfType(orderType).side === 'bid';

/** Pure. */
export function saleWords(orders: readonly Order[]) {
  const [first] = orders;
  const decimals = first?.coinDecimalNum ?? 0;
  const units = orders.reduce((sum, { coinAmount }) => sum + (parseDecimal(coinAmount, decimals) ?? 0n), 0n);
  const sats = orders.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const title = itemWords({
    event: first !== undefined && isBid(first) ? 'bought' : 'sold',
    tick: first?.tick ?? '',
    coinAmount: formatDecimal(units, decimals),
    amount: sats.toString(),
  });
  const href = `/tx/${first?.dealTx ?? ''}`;
  return { title, variant: 'success' as const, action: { label: t('View transaction'), href } };
}
