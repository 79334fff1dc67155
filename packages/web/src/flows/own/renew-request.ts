/** The renewal that is wanted of a protected ask, and the price in it. Pure. */
import type { OwnLock } from '@rialto/contract';
import { parseDecimal } from '@rialto/market';
import type { RenewRequest } from './own-request.ts';

/** In sat; undefined while it is none. */
export function priceIn({ price }: Pick<RenewRequest, 'price'>): bigint | undefined {
  const sats = parseDecimal(price, 0);
  return sats === undefined || sats === 0n ? undefined : sats;
}

/** What an own protected ask and the lock it stands in have in common. */
type Renewable = Pick<
  OwnLock,
  'orderId' | 'book' | 'tick' | 'coinDecimalNum' | 'outpoint' | 'ticket' | 'freeState'
>;

/** The renewal of an own protected ask, at its own price to begin with. */
export function renewalOf(ask: Renewable): RenewRequest {
  const { orderId, book, tick, coinDecimalNum: decimals, outpoint, ticket, freeState } = ask;
  const lock = { orderId, book, tick, decimals, outpoint, ticket, free: freeState === 1 };
  return { kind: 'renew', lock, price: ticket.price };
}
