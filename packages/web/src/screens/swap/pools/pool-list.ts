/** The list of pools as rules: which are shown, in which order, and what of each the exchange's list says already. Pure. */
import type { PoolRow } from '../../../data/pools/pool-queries.ts';
import type { PoolBook } from '../../../data/pools/pool-rules.ts';

export interface ListedPool extends PoolRow {
  readonly book: PoolBook;
}

export type PoolSort = 'liquidity' | 'volume' | 'apr';

/** In sat: both sides are worth the same. */
export const liquidityOf = ({ token1Pool }: Pick<PoolRow, 'token1Pool'>): bigint => 2n * BigInt(token1Pool);

/** The largest first. Fees are a share of the volume, so the yearly rate is in the order of volume by liquidity. */
export function sortedPools(pools: readonly ListedPool[], by: PoolSort): readonly ListedPool[] {
  return pools.toSorted((a, b) => sign(above(b, a, by)) || sign(liquidityOf(b) - liquidityOf(a)));
}

function above(a: ListedPool, b: ListedPool, by: PoolSort): bigint {
  if (by === 'liquidity') return liquidityOf(a) - liquidityOf(b);
  const [one, other] = [BigInt(a.volume24h), BigInt(b.volume24h)];
  return by === 'volume' ? one - other : one * liquidityOf(b) - other * liquidityOf(a);
}

const sign = (value: bigint): number => (value === 0n ? 0 : value > 0n ? 1 : -1);

/** By a part of the name, dots apart, or by the whole id. */
export function foundPools(pools: readonly ListedPool[], typed: string): readonly ListedPool[] {
  const plain = (text: string): string => text.toUpperCase().replaceAll('•', '');
  const wanted = plain(typed.trim());
  return pools.filter(({ name, token2 }) => plain(name).includes(wanted) || token2 === typed.trim());
}

interface Held {
  readonly addressEquityOverall: string;
  readonly token1AmountAvailable: string;
  readonly token1AmountPending: string;
}

/** What a part of a pool is worth, in sat, with what waits for a block; undefined for who has none. */
export function positionOf(pool: Held | null | undefined): bigint | undefined {
  if (pool == null || BigInt(pool.addressEquityOverall) === 0n) return undefined;
  return 2n * (BigInt(pool.token1AmountAvailable) + BigInt(pool.token1AmountPending));
}
