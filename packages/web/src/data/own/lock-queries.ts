/** One's own locks: the rungs of published bids, and those of failed ones whose money is still in its lock. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { BidRecoverInfo, Order } from '@rialto/contract';
import { MARKETS, marketOfType } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';
import { KEYS } from '../keys.ts';

export interface OwnLock {
  readonly order: Order;
  readonly info: BidRecoverInfo;
}

export interface OwnLocks {
  /** On the chain, or on their way, and not spent. */
  readonly locks: readonly OwnLock[];
  /** Rungs whose funding is held: nothing of theirs is on the chain. */
  readonly held: readonly Order[];
}

const SECOND = 1_000;

export function useLocks(net: Network, session: Credential | undefined): UseQueryResult<OwnLocks> {
  return useQuery({
    queryKey: KEYS.own(session?.address ?? '', 'locks'),
    enabled: session !== undefined,
    queryFn: async ({ signal }): Promise<OwnLocks> => {
      if (session === undefined) return { locks: [], held: [] };
      const found = await Promise.all(MARKETS.map(({ name }) => rungsIn(name, { net, session, signal })));
      const rungs = found.flat();
      const held = rungs.filter(({ published, state }) => published !== true && state === 'open');
      const asked = rungs.filter((order) => !held.includes(order));
      const locks = await Promise.all(asked.map((order) => infoOf(order, { net, session, signal })));
      return { held, locks: locks.filter(({ info }) => info.lock === 'waiting' || info.lock === 'locked') };
    },
    staleTime: 10 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

interface Asking {
  readonly net: Network;
  readonly session: Credential;
  readonly signal: AbortSignal;
}

async function rungsIn(book: MarketName, { net, session, signal }: Asking): Promise<readonly Order[]> {
  const read = async (orderState: '1' | '50'): Promise<readonly Order[]> => {
    const params = { book, address: session.address };
    return (await call('myOrders', { params, query: { net, orderState }, session, signal })).results;
  };
  const [open, failed] = await Promise.all([read('1'), read('50')]);
  const all = new Map([...open, ...failed].map((order) => [order.orderId, order]));
  return [...all.values()].filter(isLockedRung);
}

/** For a live bid nothing is locked and nothing is held. */
export const isLockedRung = ({ orderType, live }: Pick<Order, 'orderType' | 'live'>): boolean =>
  marketOfType(orderType).side === 'bid' && live !== true;

async function infoOf(order: Order, { net, session, signal }: Asking): Promise<OwnLock> {
  const { book, orderId } = order;
  const info = await call('bidRecoverInfo', { params: { book }, query: { net, orderId }, session, signal });
  return { order, info };
}
