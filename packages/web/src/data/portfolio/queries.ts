/** What is asked for about one's own tokens: their markets, and one's open orders of all books. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Market } from '@rialto/contract';
import { MARKETS } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';
import { KEYS } from '../keys.ts';
import { myOrdersQuery } from '../queries.ts';
import { listedOf } from './holdings.ts';
import type { Listed } from './holdings.ts';

/** As many as one call asks for. */
const MOST = 50;
const SECOND = 1_000;

/** By asset; those nobody trades are not in it. */
export function useMarketsOf(net: Network, assetIds: readonly string[]): ReadonlyMap<string, Market> {
  const asked = assetIds.slice(0, MOST).join(',');
  const { data } = useQuery({
    queryKey: KEYS.markets(net, 'held', asked),
    enabled: asked !== '',
    queryFn: ({ signal }) => call('markets', { query: { net, assetIds: asked, size: String(MOST) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
  });
  return new Map((data?.list ?? []).map((market) => [market.assetId, market]));
}

/** By asset; undefined while they are not known, or nobody may know them. */
export function useListed(
  net: Network,
  session: Credential | undefined,
): ReadonlyMap<string, Listed> | undefined {
  const books = useQueries({
    queries: MARKETS.map(({ name: book }) => myOrdersQuery({ net, book }, session, '1')),
  });
  const lists = books.flatMap(({ data }) => (data === undefined ? [] : [data.results]));
  return lists.length < books.length ? undefined : listedOf(lists.flat());
}
