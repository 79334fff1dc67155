/** What the screens read of the exchange, each with its key, its age and who may ask. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  AddressCoins,
  BtcCoin,
  BtcRate,
  Health,
  OrderList,
  RecommendedFees,
  Tickers,
  TokenBalance,
  TokenList,
  Trade,
} from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from './client.ts';
import type { Credential } from './credentials.ts';
import { replayed } from './feed-log.ts';

const SECOND = 1_000;
const BOOK_LIMIT = '200';
const DEALS_LIMIT = '50';

export const KEYS = {
  health: ['health'],
  // A tick is the same whatever its case, and events may carry another case than the list of tokens.
  asks: (tick: string) => ['asks', tick.toLowerCase()],
  deals: (tick: string) => ['deals', tick.toLowerCase()],
  tickers: ['tickers'],
  balance: (address: string, tick: string) => ['balance', address, tick],
  coins: (address: string) => ['coins', address],
  myOrders: (address: string) => ['my-orders', address],
  trade: (tradeId: string) => ['trade', tradeId],
} as const;

export const healthQuery = queryOptions({
  queryKey: KEYS.health,
  queryFn: ({ signal }) => call('health', { signal }),
  staleTime: 10 * SECOND,
  refetchInterval: 30 * SECOND,
});

export function useHealth(): UseQueryResult<Health> {
  return useQuery(healthQuery);
}

export function useTokens(net: Network): UseQueryResult<TokenList> {
  return useQuery({
    queryKey: ['tokens', net],
    queryFn: ({ signal }) => call('tokenList', { query: { net }, signal }),
    staleTime: 60 * SECOND,
  });
}

export function useTickers(net: Network): UseQueryResult<Tickers> {
  return useQuery({
    queryKey: KEYS.tickers,
    queryFn: ({ signal }) => call('tickers', { query: { net }, signal }),
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

/** The book's snapshot, with what the feed said while it was on its way applied on top. */
export function useAsks(net: Network, tick: string): UseQueryResult<OrderList> {
  return useQuery({
    queryKey: KEYS.asks(tick),
    enabled: tick !== '',
    queryFn: async ({ signal }) => {
      const since = performance.now();
      const query = { net, tick, orderType: '1', orderState: '1', sortKey: 'coinRatePrice' } as const;
      const list = await call('orders', { query: { ...query, sortType: '1', limit: BOOK_LIMIT }, signal });
      return replayed(list, tick, since);
    },
    staleTime: 30 * SECOND,
  });
}

export function useDeals(net: Network, tick: string): UseQueryResult<OrderList> {
  return useQuery({
    queryKey: KEYS.deals(tick),
    enabled: tick !== '',
    queryFn: ({ signal }) => {
      const query = {
        net,
        tick,
        orderState: '2',
        sortKey: 'timestamp',
        sortType: '-1',
        limit: DEALS_LIMIT,
      } as const;
      return call('orders', { query, signal });
    },
    staleTime: 30 * SECOND,
  });
}

export function useBalance(net: Network, address: string, tick: string): UseQueryResult<TokenBalance> {
  return useQuery({
    queryKey: KEYS.balance(address, tick),
    enabled: address !== '' && tick !== '',
    queryFn: ({ signal }) => call('tokenBalance', { params: { address, tick }, query: { net }, signal }),
    staleTime: 5 * SECOND,
    placeholderData: keepPreviousData,
  });
}

export function useCoins(net: Network, address: string): UseQueryResult<BtcCoin[]> {
  return useQuery({
    queryKey: KEYS.coins(address),
    enabled: address !== '',
    queryFn: ({ signal }) => call('btcCoins', { query: { net, address, unconfirmed: '1' }, signal }),
    staleTime: 5 * SECOND,
    // The feed tells of blocks; what only the mempool knows is asked for.
    refetchInterval: 30 * SECOND,
  });
}

const COINS_LIMIT = '200';

/** Everything on an address with what protects it, the first page. */
export function useAddressCoins(net: Network, address: string): UseQueryResult<AddressCoins> {
  return useQuery({
    queryKey: [...KEYS.coins(address), 'all'],
    queryFn: ({ signal }) => call('addressCoins', { query: { net, address, size: COINS_LIMIT }, signal }),
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

export type MyOrderState = '1' | '21';

export function useMyOrders(
  net: Network,
  credential: Credential | undefined,
  orderState: MyOrderState,
): UseQueryResult<OrderList> {
  const address = credential?.address ?? '';
  return useQuery({
    queryKey: [...KEYS.myOrders(address), orderState],
    enabled: credential !== undefined,
    queryFn: ({ signal }) => {
      const query = { net, orderState, sortKey: 'timestamp', sortType: '-1' } as const;
      return call('myOrders', { params: { address }, query, ...withSession(credential), signal });
    },
    staleTime: 10 * SECOND,
  });
}

export function tradeQuery(
  net: Network,
  tradeId: string,
  credential: Credential | undefined,
): { queryKey: readonly string[]; queryFn: (context: { signal: AbortSignal }) => Promise<Trade> } {
  return {
    queryKey: KEYS.trade(tradeId),
    queryFn: ({ signal }) =>
      call('trade', { params: { tradeId }, query: { net }, ...withSession(credential), signal }),
  };
}

function withSession(credential: Credential | undefined): { session?: Credential } {
  return credential === undefined ? {} : { session: credential };
}
