/** What the screens read of the exchange, each with its key, its age and who may ask. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  BtcCoin,
  BtcRate,
  Health,
  Order,
  OrderList,
  RecommendedFees,
  Tickers,
  TokenBalance,
} from '@rialto/contract';
import { marketNamed } from '@rialto/market';
import type { MarketName, OrderSide } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import { asOwner } from './calls/credentials.ts';
import { readCoins } from './coins.ts';
import type { Credential } from './calls/credentials.ts';
import { applied, appliedToBids, upToDate, withSale } from './feed/feed-log.ts';
import { KEYS } from './keys.ts';

const SECOND = 1_000;
const BOOK_LIMIT = '200';
const DEALS_LIMIT = '50';

/** A token in its book. A tick may be ambiguous; while the asset is not known it is empty. */
export interface Pair {
  readonly net: Network;
  readonly book: MarketName;
  readonly tick: string;
  readonly assetId: string;
}

const healthQuery = queryOptions({
  queryKey: KEYS.health(),
  queryFn: ({ signal }) => call('health', { signal }),
  staleTime: 10 * SECOND,
  // While something is wrong the end of it is waited for.
  refetchInterval: ({ state }) => (state.data?.status === 'ok' ? 30 : 3) * SECOND,
});

export function useHealth(): UseQueryResult<Health> {
  return useQuery(healthQuery);
}

export function useTickers(net: Network, book: MarketName): UseQueryResult<Tickers> {
  return useQuery({
    queryKey: KEYS.tickers(book),
    queryFn: ({ signal }) => call('tickers', { params: { book }, query: { net }, signal }),
    staleTime: 5 * SECOND,
    refetchInterval: 60 * SECOND,
  });
}

export function useFees(net: Network): UseQueryResult<RecommendedFees> {
  return useQuery({
    queryKey: ['fees', net],
    queryFn: ({ signal }) => call('recommendedFees', { query: { net }, signal }),
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
  });
}

export function useBtcRate(): UseQueryResult<BtcRate> {
  return useQuery({
    queryKey: ['btc-rate'],
    queryFn: ({ signal }) => call('btcRate', { signal }),
    staleTime: 60 * SECOND,
    refetchInterval: 120 * SECOND,
  });
}

/** One side of the book as it stood, with what the feed said while it was on its way applied on top. */
function useSide({ net, book, tick, assetId }: Pair, side: OrderSide): UseQueryResult<OrderList> {
  const isBid = side === 'bid';
  return useQuery({
    queryKey: isBid ? KEYS.bids(assetId) : KEYS.asks(assetId),
    enabled: assetId !== '',
    queryFn: ({ signal }) => {
      const order = { orderState: '1', sortKey: 'coinRatePrice', sortType: isBid ? '-1' : '1' } as const;
      const orderType = `${marketNamed(book).types[side]}` as const;
      const query = { net, tick, assetId, orderType, ...order, limit: BOOK_LIMIT };
      const read = () => call('orders', { params: { book }, query, signal });
      return upToDate(read, assetId, isBid ? appliedToBids : applied);
    },
    staleTime: 30 * SECOND,
  });
}

export const useAsks = (pair: Pair): UseQueryResult<OrderList> => useSide(pair, 'ask');
export const useBids = (pair: Pair): UseQueryResult<OrderList> => useSide(pair, 'bid');

export function useSales({ net, book, tick, assetId }: Pair): UseQueryResult<OrderList> {
  return useQuery({
    queryKey: KEYS.sales(assetId),
    enabled: assetId !== '',
    queryFn: ({ signal }) => {
      const order = { orderState: '2', sortKey: 'timestamp', sortType: '-1' } as const;
      const query = { net, tick, assetId, ...order, limit: DEALS_LIMIT };
      const read = () => call('orders', { params: { book }, query, signal });
      return upToDate(read, assetId, withSale);
    },
    staleTime: 30 * SECOND,
  });
}

function balanceQuery({ net, book, tick, assetId }: Pair, address: string) {
  return queryOptions({
    queryKey: KEYS.balance(address, assetId === '' ? tick : assetId),
    queryFn: ({ signal }): Promise<TokenBalance> => {
      const query = { net, ...(assetId === '' ? {} : { assetId }) };
      return call('tokenBalance', { params: { book, address, tick }, query, signal, ...asOwner(address) });
    },
    staleTime: 5 * SECOND,
  });
}

/** @param everyMs asked for again so often, while somebody waits for what the feed does not tell */
export function useBalance(
  pair: Pair,
  address: string,
  everyMs: number | false = false,
): UseQueryResult<TokenBalance> {
  return useQuery({
    ...balanceQuery(pair, address),
    refetchInterval: everyMs,
    enabled: address !== '' && pair.tick !== '',
    // Of another pair for a moment; of another address never.
    placeholderData: (last, query) => (query?.queryKey.includes(address) === true ? last : undefined),
  });
}

export function useCoins(net: Network, address: string): UseQueryResult<BtcCoin[]> {
  return useQuery({
    queryKey: KEYS.coins(address),
    enabled: address !== '',
    queryFn: ({ signal }) => readCoins(net, address, signal),
    staleTime: 5 * SECOND,
    // The feed reports blocks; what is only in the mempool is polled.
    refetchInterval: 30 * SECOND,
  });
}

type MyOrderState = '1' | '21';

export function myOrdersQuery(
  { net, book }: Pick<Pair, 'net' | 'book'>,
  credential: Credential | undefined,
  orderState: MyOrderState,
) {
  const address = credential?.address ?? '';
  return queryOptions({
    queryKey: KEYS.myOrders(address, book, orderState),
    enabled: credential !== undefined,
    queryFn: ({ signal }): Promise<OrderList> => {
      const query = { net, orderState, sortKey: 'timestamp', sortType: '-1' } as const;
      return call('myOrders', { params: { book, address }, query, ...withSession(credential), signal });
    },
    staleTime: 10 * SECOND,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some(isAboutToBeSent) === true ? 2 * SECOND : false,
  });
}

export function useMyOrders(...asked: Parameters<typeof myOrdersQuery>): UseQueryResult<OrderList> {
  return useQuery(myOrdersQuery(...asked));
}

/** The feed tells that an order is being bought, and not when that purchase was sent: from then on it is known when it may be ended. */
const isAboutToBeSent = ({ pending, cancelFrom }: Order): boolean => pending && cancelFrom === undefined;

function withSession(credential: Credential | undefined): { session?: Credential } {
  return credential === undefined ? {} : { session: credential };
}
