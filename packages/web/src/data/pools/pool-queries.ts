/** What the pages of pools read of the exchange; each comes with the pages that show it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import { ApiError } from '../calls/api-error.ts';
import type { Credential } from '../calls/credentials.ts';

const SECOND = 1_000;
const RUNES = { kind: 'runes' } as const;

type Pool = AnswerOf<'pool'>;
export type PoolRow = AnswerOf<'pools'>[number];
export type OngoingTask = AnswerOf<'ongoingTask'>;

export function usePools(net: Network): UseQueryResult<PoolRow[]> {
  return useQuery({
    queryKey: ['pools', net],
    queryFn: ({ signal }) => call('pools', { params: RUNES, query: { net }, signal }),
    staleTime: 10 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

const pairOf = (token: string): string => `btc-${token}`;

/** Null where the rune has no pool. */
export function usePool(net: Network, token: string, address: string): UseQueryResult<Pool | null> {
  return useQuery({
    queryKey: ['pool', token, address],
    enabled: token !== '',
    queryFn: async ({ signal }): Promise<Pool | null> => {
      const query = { net, ...(address === '' ? {} : { address }) };
      try {
        return await call('pool', { params: { ...RUNES, pair: pairOf(token) }, query, signal });
      } catch (error) {
        if (error instanceof ApiError && error.refusal === 'pool-unknown') return null;
        throw error;
      }
    },
    staleTime: 3 * SECOND,
    refetchInterval: 5 * SECOND,
  });
}

export function usePoolStats(net: Network, token: string): UseQueryResult<AnswerOf<'poolStats'>> {
  return useQuery({
    queryKey: ['pool-stats', token],
    queryFn: ({ signal }) =>
      call('poolStats', { params: { ...RUNES, pair: pairOf(token) }, query: { net }, signal }),
    refetchInterval: 30 * SECOND,
  });
}

export function usePoolLanes(net: Network, token: string): UseQueryResult<AnswerOf<'poolLanes'>> {
  return useQuery({
    queryKey: ['pool-lanes', token],
    queryFn: ({ signal }) =>
      call('poolLanes', { params: { ...RUNES, pair: pairOf(token) }, query: { net }, signal }),
    refetchInterval: 10 * SECOND,
  });
}

export type PoolFilter = 'all' | 'swap' | 'add' | 'remove';

export function usePoolTransactions(
  net: Network,
  token: string,
  { filter, address }: { readonly filter: PoolFilter; readonly address: string },
): UseQueryResult<AnswerOf<'poolTransactions'>> {
  return useQuery({
    queryKey: ['pool-transactions', token, filter, address],
    queryFn: ({ signal }) => {
      const type = filter === 'all' ? {} : { type: filter };
      const query = { net, ...type, ...(address === '' ? {} : { address }) };
      return call('poolTransactions', { params: { ...RUNES, pair: pairOf(token) }, query, signal });
    },
    refetchInterval: 10 * SECOND,
  });
}

/** How the act goes: asked for often until it is over. */
export function useOngoingTask(
  net: Network,
  buildId: string | undefined,
  session: Credential | undefined,
): UseQueryResult<OngoingTask> {
  return useQuery({
    queryKey: ['ongoing-task', buildId, session?.address],
    queryFn:
      buildId === undefined || session === undefined
        ? skipToken
        : ({ signal }) => {
            const query = { net, address: session.address, build_id: buildId };
            return call('ongoingTask', { params: RUNES, query, session, signal });
          },
    refetchInterval: ({ state }) =>
      state.data?.status === 'completed' || state.data?.status === 'failed' ? false : 2 * SECOND,
  });
}

/** Of one rune, confirmed, in smallest units; undefined while it is not known. */
export function useRuneHeld(net: Network, address: string, token: string): bigint | undefined {
  const { data } = useQuery({
    queryKey: ['rune-held', net, address],
    enabled: address !== '',
    queryFn: ({ signal }) => call('runeBalances', { query: { net, address }, signal }),
    staleTime: 3 * SECOND,
    refetchInterval: 10 * SECOND,
  });
  if (data === undefined) return undefined;
  return BigInt(data.confirmed.find(({ runeid }) => runeid === token)?.amount ?? '0');
}

/** Candles of its swaps, by the hour. */
export function usePoolKline(net: Network, token: string): UseQueryResult<AnswerOf<'poolKline'>> {
  return useQuery({
    queryKey: ['pool-kline', token],
    queryFn: ({ signal }) => {
      const query = { net, interval: '1h', limit: '500' } as const;
      return call('poolKline', { params: { ...RUNES, pair: pairOf(token) }, query, signal });
    },
    refetchInterval: 30 * SECOND,
  });
}

/** The signed way home of every lane as it is now. */
export const poolExits = (net: Network, token: string): Promise<AnswerOf<'poolExit'>> =>
  call('poolExit', { params: { ...RUNES, pair: pairOf(token) }, query: { net } });

type Market = AnswerOf<'markets'>['list'][number];

/** The rune in the order book; undefined while that is not known, and where it is not traded. */
export function useBookOf(net: Network, token: string): Market | undefined {
  const { data } = useQuery({
    queryKey: ['pool-book', net, token],
    queryFn: ({ signal }) =>
      call('markets', { query: { net, assetIds: `rune:${token}`, size: '1' }, signal }),
    refetchInterval: 15 * SECOND,
  });
  return data?.list.find(({ deployId }) => deployId === token);
}
