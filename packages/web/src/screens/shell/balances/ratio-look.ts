/** The colours of the confirmed ratio; the number is always beside them. */
import type { RatioTone } from './btc-sums.ts';

export const RATIO_DOT: Readonly<Record<RatioTone, string>> = {
  low: 'bg-sell',
  middle: 'bg-warn',
  high: 'bg-buy',
};

export const RATIO_TEXT: Readonly<Record<RatioTone, string>> = {
  low: 'text-sell',
  middle: 'text-warn',
  high: 'text-buy',
};
