/** What the pages of MVC read of the exchange; each comes with the pages that show it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type {
  AnswerOf,
  BodyOf,
  MvcAccount,
  MvcMoveQuote,
  MvcPools,
  MvcPreview,
  MvcPreviewTokens,
  MvcQuote,
  MvcTask,
  MvcTokensQuote,
  MvcTransactions,
} from '@rialto/contract';
import { call } from '../calls/client.ts';
import { useNetwork } from '../network.ts';
import type { MvcVenue } from './mvc-places.ts';

const SECOND = 1_000;

/** Of all of MVC: those that are asked for again after an act. */
export const OF_MVC = ['mvc-pools', 'mvc-account', 'mvc-pool-transactions', 'mvc-transactions'] as const;

export type MvcRow = MvcTransactions['list'][number];

/** @param list whose tokens; undefined: as the venue has them */
export function useMvcPools(venue: MvcVenue, list: 'mrc20' | undefined): UseQueryResult<MvcPools> {
  return useQuery({
    queryKey: ['mvc-pools', venue, list],
    queryFn: ({ signal }) =>
      call('mvcPools', { params: { venue }, query: list === undefined ? {} : { list }, signal }),
    staleTime: 3 * SECOND,
    refetchInterval: 10 * SECOND,
  });
}

/** @param asked undefined: no request is made */
export function useMvcPreview(venue: MvcVenue, asked: MvcPreview | undefined): UseQueryResult<MvcQuote> {
  return useQuery({
    queryKey: ['mvc-preview', venue, asked],
    queryFn:
      asked === undefined
        ? skipToken
        : ({ signal }) => call('mvcPreview', { params: { venue }, body: asked, signal }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}

/** @param asked undefined: no request is made */
export function useMvcTokensPreview(
  venue: MvcVenue,
  asked: MvcPreviewTokens | undefined,
): UseQueryResult<MvcTokensQuote> {
  return useQuery({
    queryKey: ['mvc-tokens-preview', venue, asked],
    queryFn:
      asked === undefined
        ? skipToken
        : ({ signal }) => call('mvcPreviewTokens', { params: { venue }, body: asked, signal }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}

export type MvcMovePreview = BodyOf<'mvcPreviewMove'>;

/** @param asked undefined: no request is made */
export function useMvcMovePreview(
  venue: MvcVenue,
  asked: MvcMovePreview | undefined,
): UseQueryResult<MvcMoveQuote> {
  return useQuery({
    queryKey: ['mvc-move-preview', venue, asked],
    queryFn:
      asked === undefined
        ? skipToken
        : ({ signal }) => call('mvcPreviewMove', { params: { venue }, body: asked, signal }),
    refetchInterval: 5 * SECOND,
    retry: false,
  });
}

/** What an address has, by the exchange's own index: no wallet is asked. */
export function useMvcAccount(address: string | undefined): UseQueryResult<MvcAccount> {
  return useQuery({
    queryKey: ['mvc-account', address],
    queryFn:
      address === undefined
        ? skipToken
        : ({ signal }) => call('mvcAccount', { params: { venue: 'mvc' }, query: { address }, signal }),
    staleTime: 3 * SECOND,
    refetchInterval: 10 * SECOND,
  });
}

export function useMvcTransactions(address: string | undefined): UseQueryResult<MvcTransactions> {
  return useQuery({
    queryKey: ['mvc-transactions', address],
    queryFn:
      address === undefined
        ? skipToken
        : ({ signal }) => call('mvcTransactions', { params: { venue: 'mvc' }, query: { address }, signal }),
    refetchInterval: 10 * SECOND,
  });
}

/** @param txid its id or its core */
export function useMvcTransaction(txid: string): UseQueryResult<AnswerOf<'mvcTransaction'>> {
  return useQuery({
    queryKey: ['mvc-transaction', txid],
    queryFn: ({ signal }) => call('mvcTransaction', { params: { venue: 'mvc', txid }, signal }),
    refetchInterval: 10 * SECOND,
  });
}

export function useMvcPoolTransactions(venue: MvcVenue, pair: string): UseQueryResult<MvcTransactions> {
  return useQuery({
    queryKey: ['mvc-pool-transactions', venue, pair],
    queryFn: ({ signal }) => call('mvcPoolTransactions', { params: { venue, pair }, signal }),
    refetchInterval: 10 * SECOND,
  });
}

/** Candles of its swaps, by the hour. */
export function useMvcPoolKline(venue: MvcVenue, pair: string): UseQueryResult<AnswerOf<'mvcPoolKline'>> {
  const query = { net: useNetwork(), interval: '1h', limit: '500' } as const;
  return useQuery({
    queryKey: ['mvc-pool-kline', venue, pair],
    queryFn: ({ signal }) => call('mvcPoolKline', { params: { venue, pair }, query, signal }),
    refetchInterval: 30 * SECOND,
  });
}

const TASK_EVERY_MS = 3 * SECOND;

/** As one query, for one's own acts. It is asked until there is nothing more to come. */
export function mvcTaskQuery(venue: MvcVenue, buildId: string) {
  return {
    queryKey: ['mvc-task', venue, buildId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call('mvcTask', { params: { venue }, query: { buildId }, signal }),
    refetchInterval: ({ state }: { state: { data: MvcTask | undefined } }) =>
      isOver(state.data) ? (false as const) : TASK_EVERY_MS,
  };
}

/** What the exchange has just answered is shown at once. */
export function showTask(queries: QueryClient, venue: MvcVenue, task: MvcTask | undefined): void {
  if (task !== undefined) queries.setQueryData(mvcTaskQuery(venue, task.buildId).queryKey, task);
}

const isOver = (task: MvcTask | undefined): boolean => task?.status === 'final' || task?.status === 'failed';
