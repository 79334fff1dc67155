/** The coins of an address, and what every call about them needs: the address's script, followed. */
import { loadCoinPage } from '@rialto/ground';
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

/** The script of an address whose coins are known. Throws Refusal('not-followed') and whatever keeps it from being followed. */
export async function followedScript(
  service: Service,
  { query, request }: AddressQuery,
): Promise<Uint8Array> {
  const script = scriptOf(service, query);
  const owner = (await visitorOf(service.accounts, request)) === query.address;
  await service.follow(script, { ip: request.ip, owner });
  return script;
}

/** What live orders of an address keep: lots in asks. */
function locksOf(service: Service, address: string): Promise<Locks> {
  return lockedOutpoints(service.orders.store.db, address);
}

export function registerAddress(context: RouteContext, service: Service): void {
  route(context, 'btcCoins', async (asked) => {
    const { address, unconfirmed, cursor } = asked.query;
    const script = await followedScript(service, asked);
    const page = pageOf({ cursor, size: String(MAX) });
    const which = { ...page, unconfirmed: unconfirmed === '1', immature: false };
    const [{ tip, total, coins }, locks] = await Promise.all([
      loadCoinPage(service, script, which),
      locksOf(service, address),
    ]);
    asked.stamp({ at: tip, total, ...nextOf(page, total) });
    return coins.map((coin) => btcCoin(coin, locks));
  });
  route(context, 'addressCoins', async (asked) => {
    const script = await followedScript(service, asked);
    const page = pageOf(asked.query);
    const [{ tip, total, coins }, locks] = await Promise.all([
      loadCoinPage(service, script, { ...page, unconfirmed: true, immature: true }),
      locksOf(service, asked.query.address),
    ]);
    const list = coins.map((coin) => addressCoin(coin, locks, tip));
    return { total, list, ...nextOf(page, total), at: tip };
  });
}
