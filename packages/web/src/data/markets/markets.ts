/** The markets of all books, as one list: what is starred first, then the others in the order asked for. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Market, MarketSort } from '@rialto/contract';
import type { MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import { KEYS } from '../keys.ts';
import { useStars } from './stars.ts';

export interface MarketOrder {
  readonly key: MarketSort;
  readonly rising: boolean;
}

export interface MarketChoice {
  /** Undefined: of all books. */
  readonly book: MarketName | undefined;
  readonly search: string;
  readonly order: MarketOrder;
}

export const BUSIEST: MarketChoice = {
  book: undefined,
  search: '',
  order: { key: 'volume', rising: false },
};

export interface MarketList {
  readonly markets: readonly Market[];
  readonly starred: ReadonlySet<string>;
  /** How many there are beside those that are starred. */
  readonly total: number;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Undefined when all are there. */
  readonly more: (() => void) | undefined;
}

const PAGE_SIZE = '50';
const AGE = { staleTime: 5_000, refetchInterval: 30_000 } as const;

function queryOf({ book, search, order }: MarketChoice) {
  const text = search.trim();
  return {
    ...(book === undefined ? {} : { book }),
    ...(text === '' ? {} : { search: text }),
    sortKey: order.key,
    sortType: order.rising ? '1' : '-1',
  } as const;
}

export function useMarkets(net: Network, wanted: MarketChoice): MarketList {
  const stars = useStars();
  const choice = queryOf(wanted);
  const named = useQuery({
    queryKey: KEYS.markets(net, 'starred', stars.join(','), ...Object.values(choice)),
    enabled: stars.length > 0,
    queryFn: ({ signal }) =>
      call('markets', { query: { net, ...choice, assetIds: stars.join(','), size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    ...AGE,
  });
  const all = useInfiniteQuery({
    queryKey: KEYS.markets(net, 'all', ...Object.values(choice)),
    queryFn: ({ pageParam, signal }) =>
      call('markets', { query: { net, ...choice, cursor: pageParam, size: PAGE_SIZE }, signal }),
    initialPageParam: '0',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    ...AGE,
  });
  return {
    ...together(
      stars,
      named.data?.list ?? [],
      (all.data?.pages ?? []).flatMap(({ list }) => list),
    ),
    total: all.data?.pages[0]?.total ?? 0,
    loading: all.isPending,
    failed: all.isError && all.data === undefined,
    retry: () => void all.refetch(),
    more: all.hasNextPage ? () => void all.fetchNextPage() : undefined,
  };
}

/** Those with a star first, and none twice. */
function together(
  stars: readonly string[],
  named: readonly Market[],
  others: readonly Market[],
): Pick<MarketList, 'markets' | 'starred'> {
  const starred = new Set(stars);
  const first = named.filter(({ assetId }) => starred.has(assetId));
  const shown = new Set(first.map(({ assetId }) => assetId));
  return { markets: [...first, ...others.filter(({ assetId }) => !shown.has(assetId))], starred };
}
