/** Shares of a pool whose tokens move as whole lots: how many can leave, and what of their part no lot makes up. Pure. */
import { MINIMUM_LANE_SATS, nearestLots, reachOf, removeLots, removeShares } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { mostShares } from './liquidity-form.ts';
import type { Standing } from './liquidity-form.ts';

/** @param percent as the exchange writes it */
export const lpFeePpm = (percent: string): bigint => BigInt(Math.round(Number(percent) * 10_000));

/**
 * The most that can leave: what no lot makes up is paid in sats on top, and the lanes keep their least (pools §4, §12).
 * @param ready what each lot holds that can come out
 */
export function mostLotShares(standing: Standing, ready: readonly bigint[], lpFee: bigint): bigint {
  const { lanes, ...reserves } = standing;
  const reach = reachOf(reserves, []);
  const lots = ready.map((amount) => ({ amount }));
  const keeps = (shares: bigint): boolean => {
    try {
      const part = removeShares(reach, shares);
      const units = nearestLots(lots, { units: part.units, atMost: true }).reduce(
        (sum, { amount }) => sum + amount,
        0n,
      );
      return reserves.r1 - removeLots(reach, { shares, units }, lpFee).sats >= lanes * MINIMUM_LANE_SATS;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  let [low, high] = [0n, mostShares({ ...standing, lanes }) + 1n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (keeps(middle)) low = middle;
    else high = middle;
  }
  return low;
}

interface Reserve {
  readonly r2: bigint;
  readonly shares: bigint;
}

/** The part of the tokens for which sats come instead of lots. */
export function restOf(
  all: Reserve,
  { shares, units }: { readonly shares: bigint; readonly units: bigint },
): bigint {
  if (all.shares === 0n) return 0n;
  const part = (shares * all.r2) / all.shares;
  return part > units ? part - units : 0n;
}

const [SOME, MOST] = [300, 1_500];

/**
 * By how many hundredths of a percent a removal brings less than its part at the pool's price: what no lot makes up is sold to the pool, and
 * moves its price (pools §12).
 */
export function lostBy(
  { r1, r2, shares: all }: Omit<Standing, 'lanes'>,
  { shares, sats, units }: { readonly shares: bigint; readonly sats: bigint; readonly units: bigint },
): number {
  if (all === 0n || r2 === 0n) return 0;
  const part = (2n * shares * r1) / all;
  const brought = sats + (units * r1) / r2;
  return part === 0n || brought >= part ? 0 : Number(((part - brought) * 10_000n) / part);
}

/** As the impact of a swap (pools §6): from 3 % on it is said, from 15 % on it needs a consent. */
export const lossLevel = (lost: number): 'fine' | 'some' | 'most' =>
  lost >= MOST ? 'most' : lost >= SOME ? 'some' : 'fine';
