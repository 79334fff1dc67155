/** What a purchase does to its own price: what it pays on average and at worst, and how far that is over the best ask. Pure. */
import type { Amount, Sats } from '@rialto/protocols';
import { basisPointsOver, basketOf } from './book.ts';
import { formatRate, rateE18 } from './fees.ts';

interface Lot {
  readonly total: Sats;
  readonly amount: Amount;
}

export interface Impact {
  readonly lots: number;
  /** Sat per whole token as decimal text, service and network fee apart. */
  readonly average: string;
  readonly worst: string;
  /** Of the average over the best ask, in hundredths of a percent; undefined without a best ask. */
  readonly over: number | undefined;
}

/**
 * @param best the best ask one can take, sat per whole token × 10^18
 * @returns undefined for nothing
 */
export function impactOf(lots: readonly Lot[], best: bigint | undefined): Impact | undefined {
  if (lots.length === 0) return undefined;
  const { total, amount, price } = basketOf(lots);
  const rates = lots.map((lot) => rateE18(lot.total, lot.amount));
  const worst = rates.reduce((most, rate) => (rate > most ? rate : most), 0n);
  const over = best === undefined ? undefined : basisPointsOver(rateE18(total, amount), best);
  return { lots: lots.length, average: price, worst: formatRate(worst), over };
}

/** Over the best ask, in hundredths of a percent: from here on it is warned of, and from there on it wants a consent of its own. */
const HIGH = 500;
const FAR = 1_500;

type ImpactLevel = 'fine' | 'high' | 'far';

export function impactLevel(over: number | undefined): ImpactLevel {
  if (over === undefined || over <= HIGH) return 'fine';
  return over <= FAR ? 'high' : 'far';
}
