/** What is read of the exchange for a user alone: it comes with the parts that show it. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AddressCoins, Balances, Notifications, TokenPrices, Trade } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import type { SessionHeaders } from './calls/client.ts';
import { asOwner } from './calls/credentials.ts';
import type { Credential } from './calls/credentials.ts';
import { KEYS } from './keys.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const COINS_LIMIT = '200';

/** Everything on an address with what protects it, the first page. */
export function useAddressCoins(net: Network, address: string): UseQueryResult<AddressCoins> {
  return useQuery({
    queryKey: KEYS.coins(address, 'all'),
    queryFn: ({ signal }) =>
      call('addressCoins', { query: { net, address, size: COINS_LIMIT }, signal, ...asOwner(address) }),
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

export function tradeQuery(
  { net, book }: { readonly net: Network; readonly book: MarketName },
  tradeId: string,
  credential: Credential | undefined,
): { queryKey: readonly string[]; queryFn: (context: { signal: AbortSignal }) => Promise<Trade> } {
  return {
    queryKey: KEYS.trade(tradeId),
    queryFn: ({ signal }) =>
      call('trade', {
        params: { book, tradeId },
        query: { net },
        ...(credential === undefined ? {} : { session: credential }),
        signal,
      }),
  };
}

export function useTokenPrices(net: Network): UseQueryResult<TokenPrices> {
  return useQuery({
    queryKey: ['token-prices', net],
    queryFn: ({ signal }) => call('tokenPrices', { query: { net }, signal }),
    staleTime: MINUTE,
  });
}

/** Without a session the exchange says how many there are, and not what they are about. */
export function useNotifications(
  address: string,
  session: SessionHeaders | undefined,
): UseQueryResult<Notifications> {
  return useQuery({
    queryKey: [...KEYS.notifications(address), session !== undefined],
    enabled: address !== '',
    queryFn: ({ signal }) =>
      call('notifications', { query: { address }, signal, ...(session === undefined ? {} : { session }) }),
    staleTime: 30 * SECOND,
    refetchInterval: MINUTE,
  });
}

export function useTokenBalances(net: Network, address: string): UseQueryResult<Balances> {
  return useQuery({
    queryKey: KEYS.balance(address, 'all'),
    enabled: address !== '',
    queryFn: ({ signal }) => call('balances', { params: { address }, query: { net }, signal }),
    staleTime: 30 * SECOND,
  });
}
