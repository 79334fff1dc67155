/** Rankings by traded volume: which there are, how one stands, and its rows page by page. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';

export type Ranking = AnswerOf<'ranking'>;
export type RankedTick = AnswerOf<'rankingTicks'>['results'][number];
export type RankedPage = AnswerOf<'rankingAddresses'>;

const SECOND = 1_000;
/** As many rows as one call gives. */
export const PAGE_ROWS = 100;
const OF_ADDRESSES = { rankingType: 'ranking_address' } as const;

export function useRankedTicks(net: Network): UseQueryResult<readonly RankedTick[]> {
  return useQuery({
    queryKey: ['ranking-ticks', net],
    queryFn: async ({ signal }) => (await call('rankingTicks', { query: { net }, signal })).results,
    staleTime: 30 * SECOND,
    refetchInterval: 60 * SECOND,
    retry: false,
  });
}

export function useRanking(net: Network, campaign: string, address: string): UseQueryResult<Ranking> {
  return useQuery({
    queryKey: ['ranking', net, campaign, address],
    queryFn: ({ signal }) => {
      const own = address === '' ? {} : { address };
      return call('ranking', { query: { net, campaign, ...OF_ADDRESSES, ...own }, signal });
    },
    staleTime: 5 * SECOND,
    refetchInterval: 15 * SECOND,
  });
}

/** @param page counted from 0 */
export function useRankedPage(net: Network, campaign: string, page: number): UseQueryResult<RankedPage> {
  return useQuery({
    queryKey: ['ranking-page', net, campaign, page],
    queryFn: ({ signal }) => {
      const part = { cursor: String(page * PAGE_ROWS), size: String(PAGE_ROWS) };
      return call('rankingAddresses', { query: { net, campaign, ...OF_ADDRESSES, ...part }, signal });
    },
    // Of another page for a moment; of another campaign never.
    placeholderData: (last, query) => (query?.queryKey[2] === campaign ? last : undefined),
    staleTime: 5 * SECOND,
    refetchInterval: 15 * SECOND,
  });
}
