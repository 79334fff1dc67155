/** The coins of an address, and what every call about them needs: the address's script, followed. */
import { loadEverythingOf } from '@rialto/ground';
import type { OwnCoin, Tip } from '@rialto/ground';
import { addressToScript } from '@rialto/psbt';
import type { FastifyRequest } from 'fastify';
import { lockedOutpoints } from '../../store/orders/ask-store.ts';
import { addressCoin, btcCoin } from '../balances/coin-views.ts';
import type { Locks } from '../balances/coin-views.ts';
import { requireNetwork } from './public-calls.ts';
import { route } from '../route.ts';
import type { RouteContext } from '../route.ts';
import type { Service } from '../service.ts';
import { visitorOf } from '../visitor.ts';

const DEFAULT_SIZE = 50;
const MAX = 500;

/** The part of a list that a cursor and a size ask for. */
export function pageOf(query: { cursor?: string | undefined; size?: string | undefined }): {
  from: number;
  size: number;
} {
  const size = Number.parseInt(query.size ?? String(DEFAULT_SIZE), 10);
  return { from: Number.parseInt(query.cursor ?? '0', 10), size: Math.min(size, MAX) };
}

/** Where the next page begins, unless this is the last. */
export function nextOf({ from, size }: { from: number; size: number }, total: number) {
  return from + size < total ? { nextCursor: String(from + size) } : {};
}

interface AddressQuery {
  readonly query: { readonly address: string; readonly net: string };
  readonly request: FastifyRequest;
}

/** The script of an address of our network. Throws Refusal('wrong-network'), 'wrong-address-type'. */
export function scriptOf(service: Service, { address, net }: AddressQuery['query']): Uint8Array {
  requireNetwork(service, net);
  return addressToScript(address, service.config.NETWORK);
}

/** Everything on an address at one tip. Throws Refusal('not-followed') and whatever keeps it from being followed. */
export async function everythingOfAddress(
  service: Service,
  { query, request }: AddressQuery,
): Promise<{ tip: Tip; coins: OwnCoin[] }> {
  const script = scriptOf(service, query);
  const owner = (await visitorOf(service.accounts, request)) === query.address;
  await service.follow(script, { ip: request.ip, owner });
  return loadEverythingOf(service, script);
}

/** What live orders of an address keep: lots in asks. */
function locksOf(service: Service, address: string): Promise<Locks> {
  return lockedOutpoints(service.orders.store.db, address);
}

export function registerAddress(context: RouteContext, service: Service): void {
  route(context, 'btcCoins', async (asked) => {
    const { address, unconfirmed } = asked.query;
    const [{ tip, coins }, locks] = await Promise.all([
      everythingOfAddress(service, asked),
      locksOf(service, address),
    ]);
    asked.stamp(tip);
    return coins
      .filter((coin) => !coin.immature && (unconfirmed === '1' || coin.height !== undefined))
      .map((coin) => btcCoin(coin, locks));
  });
  route(context, 'addressCoins', async (asked) => {
    const [{ tip, coins }, locks] = await Promise.all([
      everythingOfAddress(service, asked),
      locksOf(service, asked.query.address),
    ]);
    const page = pageOf(asked.query);
    const list = coins.slice(page.from, page.from + page.size).map((coin) => addressCoin(coin, locks, tip));
    return { total: coins.length, list, ...nextOf(page, coins.length), at: tip };
  });
}
