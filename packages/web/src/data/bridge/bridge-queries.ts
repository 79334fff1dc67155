/** What the bridge's page and the Recover page read of the exchange: public data, by address or by id. */
import { queryOptions, skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  AnswerOf,
  BridgeAssets,
  BridgeHistoryType,
  BridgeOrderView,
  BridgeReserves,
} from '@rialto/contract';
import { ApiError } from '../calls/api-error.ts';
import { call } from '../calls/client.ts';
import { isUnderWay } from './bridge-state.ts';

const SECOND = 1_000;

export type BridgeDeposit = AnswerOf<'bridgeDeposits'>['list'][number];
type HistoryPart = AnswerOf<'bridgeHistory'>;

const OF_BRIDGE = ['bridge-order', 'bridge-history', 'bridge-deposits', 'bridge-reserves'];

/** After an act: all of the bridge, and what else is named. */
export function useAskBridgeAgain(): (...others: readonly string[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (...others) =>
    Promise.all([...OF_BRIDGE, ...others].map((name) => queries.invalidateQueries({ queryKey: [name] })));
}

export function useBridgeAssets(): UseQueryResult<BridgeAssets> {
  return useQuery({
    queryKey: ['bridge-assets'],
    queryFn: ({ signal }) => call('bridgeAssets', { signal }),
    staleTime: 5 * SECOND,
    refetchInterval: 15 * SECOND,
  });
}

/** While something of it moves it is asked for every second, as long as the page is seen. */
export const useBridgeOrder = (orderId: string): UseQueryResult<BridgeOrderView> =>
  useQuery(orderQuery(orderId));

const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['bridge-order', orderId],
    queryFn: ({ signal }) => call('bridgeOrder', { query: { orderId }, signal }),
    retry: (failures, error) => failures < 2 && !isUnknownOrder(error),
    refetchInterval: ({ state: { data } }) =>
      (data !== undefined && isUnderWay(data.state) ? 1 : 15) * SECOND,
  });

/** Of these orders, those that the exchange does not know. */
export const useUnknownOrders = (orderIds: readonly string[]): readonly string[] =>
  useQueries({
    queries: orderIds.map(orderQuery),
    combine: (answers) => orderIds.filter((_, at) => isUnknownOrder(answers[at]?.error)),
  });

export const isUnknownOrder = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal === 'bridge-order-unknown';

/** Rows of one kind at once. */
const HISTORY_ROWS = 20;

/** The first pages of several kinds, each page an answer of its own. @param address undefined: nothing is asked */
export function useBridgeHistory(
  types: readonly BridgeHistoryType[],
  address: string | undefined,
  pages: number,
): {
  readonly parts: readonly (HistoryPart | undefined)[];
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
} {
  const wanted = types.flatMap((type) => Array.from({ length: pages }, (_, page) => ({ type, page })));
  const answers = useQueries({
    queries: wanted.map(({ type, page }) => ({
      queryKey: ['bridge-history', type, address, page],
      queryFn:
        address === undefined
          ? skipToken
          : ({ signal }: { signal: AbortSignal }) => {
              const part = {
                cursor: String(page * HISTORY_ROWS),
                size: String(HISTORY_ROWS),
                order: 'desc',
              } as const;
              return call('bridgeHistory', { query: { type, address, ...part }, signal });
            },
      refetchInterval: 5 * SECOND,
    })),
  });
  return {
    parts: answers.map(({ data }) => data),
    isError: answers.some(({ isError, data }) => isError && data === undefined),
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
  };
}

/** Of an address of either chain, those that wait for their owner. @param address undefined: nothing is asked */
export function useBridgeDeposits(address: string | undefined): UseQueryResult<readonly BridgeDeposit[]> {
  return useQuery({
    queryKey: ['bridge-deposits', address],
    queryFn:
      address === undefined
        ? skipToken
        : async ({ signal }) => (await call('bridgeDeposits', { query: { address }, signal })).list,
    // An exchange without a bridge says so each time.
    refetchInterval: ({ state }) => (state.error === null ? 10 : 120) * SECOND,
    retry: false,
  });
}

export function useBridgeReserves(): UseQueryResult<BridgeReserves> {
  return useQuery({
    queryKey: ['bridge-reserves'],
    queryFn: ({ signal }) => call('bridgeReserves', { signal }),
    refetchInterval: 15 * SECOND,
  });
}
