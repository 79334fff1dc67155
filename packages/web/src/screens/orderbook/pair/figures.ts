/** What the tickers say of one token, in the page's numbers. Pure. */
import type { Tickers } from '@rialto/contract';
import { priceText } from '../../../show/Money.tsx';
import { satsOf } from '../book/rows.ts';
import { shown } from '../../../shown.ts';

export interface MarketFigures {
  readonly last: string;
  /** By how much the last price differs from the one of a day ago, in hundredths of a percent; undefined without one. */
  readonly change: number | undefined;
  /** The change is the one since the first sale, which is younger than a day. */
  readonly isSinceListing: boolean;
  readonly volume: bigint;
  readonly trades: number;
}

export function figuresOf(tickers: Tickers | undefined, assetId: string): MarketFigures | undefined {
  const found = tickers?.results.find((one) => one.assetId === assetId);
  if (found === undefined) return undefined;
  return {
    last: found.lastPrice === '' ? '0' : found.lastPrice,
    change: found.change24h,
    isSinceListing: found.changeSince === 'listing',
    volume: satsOf(found.volume24h),
    trades: found.trades24h,
  };
}

/** The title of the window: rounded as prices are, and no digit before the point is ever lost. */
export function titleOf(tick: string, last: string): string {
  const pair = `${shown(tick)} / BTC · Rialto`;
  if (last === '0') return pair;
  return `${priceText(last)} sat · ${pair}`;
}
