/** What the pages of pools read of the exchange; each comes with the pages that show it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import { ApiError } from '../calls/api-error.ts';
import type { Credential } from '../calls/credentials.ts';
import type { PoolKind, PoolPlace } from './pool-rules.ts';

const SECOND = 1_000;

type Pool = AnswerOf<'pool'>;
export type PoolRow = AnswerOf<'pools'>[number];
export type OngoingTask = AnswerOf<'ongoingTask'>;

/** @param kind undefined: no request is made */
export function usePools(net: Network, kind: PoolKind | undefined): UseQueryResult<PoolRow[]> {
  return useQuery({
    queryKey: ['pools', net, kind],
    queryFn:
      kind === undefined
        ? skipToken
        : ({ signal }) => call('pools', { params: { kind }, query: { net }, signal }),
    staleTime: 10 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}

const paramsOf = ({ kind, token }: PoolPlace) => ({ kind, pair: `btc-${token}` });

/** Null where the token has no pool. */
export function usePool(
  place: PoolPlace,
  address: string,
  everyMs = 5 * SECOND,
): UseQueryResult<Pool | null> {
  const { net, kind, token } = place;
  return useQuery({
    queryKey: ['pool', kind, token, address],
    enabled: token !== '',
    queryFn: async ({ signal }): Promise<Pool | null> => {
      const query = { net, ...(address === '' ? {} : { address }) };
      try {
        return await call('pool', { params: paramsOf(place), query, signal });
      } catch (error) {
        if (error instanceof ApiError && error.refusal === 'pool-unknown') return null;
        throw error;
      }
    },
    staleTime: 3 * SECOND,
    refetchInterval: everyMs,
  });
}

export function usePoolStats(place: PoolPlace): UseQueryResult<AnswerOf<'poolStats'>> {
  return useQuery({
    queryKey: ['pool-stats', place.kind, place.token],
    queryFn: ({ signal }) =>
      call('poolStats', { params: paramsOf(place), query: { net: place.net }, signal }),
    refetchInterval: 30 * SECOND,
  });
}

export function usePoolLanes(place: PoolPlace): UseQueryResult<AnswerOf<'poolLanes'>> {
  return useQuery({
    queryKey: ['pool-lanes', place.kind, place.token],
    queryFn: ({ signal }) =>
      call('poolLanes', { params: paramsOf(place), query: { net: place.net }, signal }),
    refetchInterval: 10 * SECOND,
  });
}

export type PoolFilter = 'all' | 'swap' | 'add' | 'remove';

export function usePoolTransactions(
  place: PoolPlace,
  { filter, address }: { readonly filter: PoolFilter; readonly address: string },
): UseQueryResult<AnswerOf<'poolTransactions'>> {
  return useQuery({
    queryKey: ['pool-transactions', place.kind, place.token, filter, address],
    queryFn: ({ signal }) => {
      const type = filter === 'all' ? {} : { type: filter };
      const query = { net: place.net, ...type, ...(address === '' ? {} : { address }) };
      return call('poolTransactions', { params: paramsOf(place), query, signal });
    },
    refetchInterval: 10 * SECOND,
  });
}

/** How the act goes: asked for often until it is over. */
export function useOngoingTask(
  {
    net,
    kind,
    buildId,
  }: { readonly net: Network; readonly kind: PoolKind; readonly buildId: string | undefined },
  session: Credential | undefined,
): UseQueryResult<OngoingTask> {
  return useQuery({
    queryKey: ['ongoing-task', buildId, session?.address],
    queryFn:
      buildId === undefined || session === undefined
        ? skipToken
        : ({ signal }) => {
            const query = { net, address: session.address, build_id: buildId };
            return call('ongoingTask', { params: { kind }, query, session, signal });
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
export function usePoolKline(place: PoolPlace): UseQueryResult<AnswerOf<'poolKline'>> {
  return useQuery({
    queryKey: ['pool-kline', place.kind, place.token],
    queryFn: ({ signal }) => {
      const query = { net: place.net, interval: '1h', limit: '500' } as const;
      return call('poolKline', { params: paramsOf(place), query, signal });
    },
    refetchInterval: 30 * SECOND,
  });
}

/** The signed way home of every lane as it is now. */
export const poolExits = (place: PoolPlace): Promise<AnswerOf<'poolExit'>> =>
  call('poolExit', { params: paramsOf(place), query: { net: place.net } });

type Market = AnswerOf<'markets'>['list'][number];

interface InBook {
  /** Undefined where it is not traded, and where nobody says. */
  readonly book: Market | undefined;
  /** The first answer, or the first failure, is still to come. */
  readonly isPending: boolean;
  /** Nobody says now: no answer came, or the last one is older than a failure. */
  readonly isUnknown: boolean;
}

/** The token in the order book. */
export function useBookOf(net: Network, assetId: string): InBook {
  // Without data a query that is asked again is no longer in error: the count of failures stays.
  const { data, isError, errorUpdateCount } = useQuery({
    queryKey: ['pool-book', net, assetId],
    queryFn: ({ signal }) => call('markets', { query: { net, assetIds: assetId, size: '1' }, signal }),
    refetchInterval: 15 * SECOND,
  });
  const isUnknown = data === undefined ? errorUpdateCount > 0 : isError;
  return {
    book: isUnknown ? undefined : data?.list.find((one) => one.assetId === assetId),
    isPending: data === undefined && !isUnknown,
    isUnknown,
  };
}
