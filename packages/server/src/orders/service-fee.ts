/** What the taker of an order pays the exchange for it. */
import { takeServiceFee } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import type { OrderRow } from '../store/orders/order-store.ts';
import type { ShownOrder } from '../store/orders/shown-orders.ts';

type Charged = Pick<OrderRow, 'price' | 'freeState'>;

/** An order as the rules of the service fee look at it. */
export function chargedOf({ price, freeState }: Charged): { price: Sats; free: boolean } {
  return { price: sats(price), free: freeState === 1 };
}

/** Of a sold order its part of the fee that was paid, of an open one the fee of taking it alone, of any other none. */
export function platformFeeOf(row: ShownOrder): bigint {
  const { serviceFee, status } = row;
  if (serviceFee != null) return serviceFee;
  return status === 'open' ? (takeServiceFee([chargedOf(row)]) ?? 0n) : 0n;
}
