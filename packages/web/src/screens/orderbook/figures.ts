/** What the tickers say of one token, in the page's numbers. Pure. */
import type { Tickers } from '@rialto/contract';
import { satsOf } from './rows.ts';

export interface MarketFigures {
  readonly last: string;
  /** By how much the last price differs from the one of a day ago, in hundredths of a percent; undefined without one. */
  readonly change: number | undefined;
  readonly volume: bigint;
  readonly trades: number;
}

export function figuresOf(tickers: Tickers | undefined, assetId: string): MarketFigures | undefined {
  const found = tickers?.results.find((one) => one.assetId === assetId);
  if (found === undefined) return undefined;
  return {
    last: found.lastPrice === '' ? '0' : found.lastPrice,
    change: found.change24h,
    volume: satsOf(found.volume24h),
    trades: found.trades24h,
  };
}
