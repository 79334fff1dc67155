/** What is asked for about one's own tokens: their markets, and one's open orders of all books. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Market, Markets } from '@rialto/contract';
import { MARKETS } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';
import { KEYS } from '../keys.ts';
import { myOrdersQuery } from '../queries.ts';
import { useBidLocks, useLotLocks } from '../own/lock-queries.ts';
import { listedOf } from './holdings.ts';
import type { Listed } from './holdings.ts';
import { inLocks } from './locked.ts';
import type { InLocks } from './locked.ts';

/** As many as one call asks for. */
const MOST = 50;
const SECOND = 1_000;

/** @param read the markets of as many tokens as one call asks for */
export async function marketsOf(
  assetIds: readonly string[],
  read: (asked: readonly string[]) => Promise<Pick<Markets, 'list'>>,
): Promise<readonly Market[]> {
  const found: Market[] = [];
  for (let at = 0; at < assetIds.length; at += MOST)
    found.push(...(await read(assetIds.slice(at, at + MOST))).list);
  return found;
}

/** By asset, however many they are. */
export function useMarketsOf(net: Network, assetIds: readonly string[]): ReadonlyMap<string, Market> {
  const { data } = useQuery({
    queryKey: KEYS.markets(net, 'held', assetIds.join(',')),
    enabled: assetIds.length > 0,
    queryFn: ({ signal }) =>
      marketsOf(assetIds, (asked) =>
        call('markets', { query: { net, assetIds: asked.join(','), size: String(MOST) }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 5 * SECOND,
    refetchInterval: 30 * SECOND,
  });
  return new Map((data ?? []).map((market) => [market.assetId, market]));
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

/** Undefined while it is not known, or nobody may know it. */
export function useInLocks(net: Network, session: Credential | undefined): InLocks | undefined {
  const bids = useBidLocks(net, session).data;
  const lots = useLotLocks(net, session).data;
  return bids === undefined || lots === undefined ? undefined : inLocks(bids, lots);
}
