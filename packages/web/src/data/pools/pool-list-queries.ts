/** The pools of one kind or of both, as one list. */
import type { Network } from '@rialto/protocols';
import { usePools } from './pool-queries.ts';
import type { PoolRow } from './pool-queries.ts';
import { rulesOfPools } from './pool-rules.ts';
import type { PoolBook } from './pool-rules.ts';

interface PoolListing {
  readonly pools: readonly (PoolRow & { readonly book: PoolBook })[];
  /** Some of them are not known yet. */
  readonly isPending: boolean;
  /** Some of them can't be known now. */
  readonly isError: boolean;
  readonly retry: () => void;
}

/** @param book undefined: of both */
export function usePoolList(net: Network, book: PoolBook | undefined): PoolListing {
  const asked = (one: PoolBook) => (book === undefined || book === one ? rulesOfPools(one).kind : undefined);
  const brc20 = usePools(net, asked('brc20'));
  const runes = usePools(net, asked('runes'));
  const wanted = [
    { book: 'brc20', query: brc20 },
    { book: 'runes', query: runes },
  ] as const;
  const shown = wanted.filter(({ book: one }) => book === undefined || book === one);
  return {
    pools: shown.flatMap(({ book: of, query }) => (query.data ?? []).map((row) => ({ ...row, book: of }))),
    isPending: shown.some(({ query }) => query.isPending),
    isError: shown.some(({ query }) => query.isError && query.data === undefined),
    retry: () => shown.forEach(({ query }) => void query.refetch()),
  };
}

/** By the address of their reserves, the token's name. @param isAsked nothing is asked otherwise */
export function usePoolNames(net: Network, isAsked: boolean): ReadonlyMap<string, string> {
  const { data: brc20 = [] } = usePools(net, isAsked ? 'swap' : undefined);
  const { data: runes = [] } = usePools(net, isAsked ? 'runes' : undefined);
  return new Map([...brc20, ...runes].map(({ address, name }) => [address, name]));
}
