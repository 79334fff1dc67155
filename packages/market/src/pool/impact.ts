/** What a swap does to its own price, for eyes: how much less it brings than the pool's price promises. Pure. */
import type { SwapSide } from './lanes.ts';
import type { Reserves } from './reach.ts';
import { PPM } from './terms.ts';

export interface SwapAmounts {
  readonly side: SwapSide;
  /** Between user and pool, service and network fee apart. */
  readonly sats: bigint;
  readonly units: bigint;
}

/**
 * How much less a swap brings than at the pool's price, the providers' fee apart, because that is named by itself.
 * @param reserves the pool before it: as confirmed, when the quote is to be judged against what is certain
 * @returns millionths, rounded to the nearest; zero when it brings as much or more, undefined for an empty pool or swap. Source: pools §6
 */
export function swapImpactPpm(
  reserves: Reserves,
  { side, sats, units }: SwapAmounts,
  lpFeePpm: bigint,
): bigint | undefined {
  // Both in sat times units: what is got, and what the amount paid would bring at the price.
  const [got, paid] =
    side === 'buy' ? [units * reserves.r1, sats * reserves.r2] : [sats * reserves.r2, units * reserves.r1];
  const promised = paid * (PPM - lpFeePpm);
  if (promised < 1n) return undefined;
  const lost = promised - got * PPM;
  return lost <= 0n ? 0n : (lost * PPM * 2n + promised) / (2n * promised);
}

const NOTABLE = 30_000n;
const HIGH = 50_000n;
const FAR = 150_000n;

export type SwapImpactLevel = 'fine' | 'notable' | 'high' | 'far';

/** From 3 % on it is coloured, from 5 % on red, and from 15 % on it wants a consent of its own. Source: pools §6 */
export function swapImpactLevel(impactPpm: bigint): SwapImpactLevel {
  if (impactPpm < NOTABLE) return 'fine';
  if (impactPpm < HIGH) return 'notable';
  return impactPpm < FAR ? 'high' : 'far';
}
