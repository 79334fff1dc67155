/** The renewal that is wanted of a protected ask, and the price in it. Pure. */
import type { Order } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import type { RenewRequest } from './own-request.ts';

/** In sat; undefined while it is none. */
export function priceIn({ price }: Pick<RenewRequest, 'price'>): bigint | undefined {
  const sats = parseDecimal(price, 0);
  return sats === undefined || sats === 0n ? undefined : sats;
}

/** The renewal of an own protected ask, at its own price to begin with. */
export function renewalOf(order: Order): RenewRequest | undefined {
  const { orderId, book, tick, coinDecimalNum: decimals, outpoint, ticket, freeState } = order;
  if (ticket === undefined) return undefined;
  const lock = { orderId, book, tick, decimals, outpoint, ticket, free: freeState === 1 };
  return { kind: 'renew', lock, price: ticket.price };
}
