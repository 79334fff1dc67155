/** All that a portfolio shows, row by row and in sums. Pure. */
import type { Market } from '@rialto/contract';
import { deployOf } from '../../data/pair-href.ts';
import { worthOf } from '../../data/portfolio/holdings.ts';
import type { Held, Listed } from '../../data/portfolio/holdings.ts';
import type { Result } from '../../data/portfolio/results.ts';

export interface Row {
  readonly held: Held;
  readonly market: Market | undefined;
  /** Sats at the last price. */
  readonly worth: bigint | undefined;
  readonly listed: Listed | undefined;
  readonly result: Result | undefined;
}

export interface Totals {
  readonly tokens: bigint;
  /** Held tokens without a price, which are not in the sum. */
  readonly unpriced: number;
  readonly listed: bigint;
  readonly orders: number;
  readonly made: bigint | undefined;
}

interface Known {
  readonly markets: ReadonlyMap<string, Market>;
  readonly listed: ReadonlyMap<string, Listed> | undefined;
  readonly results: ReadonlyMap<string, Result> | undefined;
}

/** The most valuable first, then those without a price, then those that were sold. */
export function rowsOf(holdings: readonly Held[], { markets, listed, results }: Known): readonly Row[] {
  const here = new Set(holdings.map(({ assetId }) => assetId));
  const gone = [...(results ?? [])].filter(([asset]) => !here.has(asset));
  const past = gone.map(([assetId, { book, ticker }]): Held => {
    const deployId = markets.get(assetId)?.deployId ?? deployOf(assetId);
    return { book, assetId, ticker, deployId, units: 0n };
  });
  return [...holdings, ...past]
    .map((held): Row => {
      const market = markets.get(held.assetId);
      return {
        held,
        market,
        worth: worthOf(held.units, market),
        listed: listed?.get(held.assetId),
        result: results?.get(held.assetId),
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.held.units > 0n) - Number(a.held.units > 0n) || Number((b.worth ?? -1n) - (a.worth ?? -1n)),
    );
}

export function totalsOf(rows: readonly Row[], { listed, results }: Omit<Known, 'markets'>): Totals {
  const made = [...(results?.values() ?? [])].flatMap((one) => one.made ?? []);
  const asks = [...(listed?.values() ?? [])];
  return {
    tokens: sumOf(rows.flatMap(({ worth }) => worth ?? [])),
    unpriced: rows.filter(({ held, worth }) => held.units > 0n && worth === undefined).length,
    listed: sumOf(asks.map(({ sats }) => sats)),
    orders: asks.reduce((sum, { orders }) => sum + orders, 0),
    made: made.length === 0 ? undefined : sumOf(made),
  };
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
