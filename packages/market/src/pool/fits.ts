/** What a signer asks before it signs: does this act still fit the price rule at this moment? Pure. */
import { Refusal } from '@rialto/refusals';
import { buyExactIn, sellExactIn } from './curve.ts';
import type { PoolChange, Reach, Reserves } from './reach.ts';
import { MOST_ROUNDING_PPM, PPM } from './terms.ts';

/**
 * The fee that a signed swap must still leave to the providers: half of what it was quoted with, rounded up. Between the two a price
 * may move while a person signs, and the quote holds (pools §3).
 */
export const bandFee = (lpFeePpm: bigint): bigint => (lpFeePpm + 1n) / 2n;

/** What the rule gives, or nothing where it refuses. */
function atMost(rule: () => bigint): bigint {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Refusal) return 0n;
    throw error;
  }
}

/**
 * Whether a swap's exact amounts are within the rule with half the providers' fee.
 * @param change what the swap does to the pool: sats in and units out, or units in and sats out; its shares must be zero
 * @param lpFeePpm the whole fee, in millionths. Source: pools §3
 */
export function swapFits(reach: Reach, change: PoolChange, lpFeePpm: bigint): boolean {
  const { d1, d2, ds } = change;
  if (ds !== 0n) return false;
  const fee = bandFee(lpFeePpm);
  if (d1 > 0n && d2 < 0n) return -d2 <= atMost(() => buyExactIn(reach, d1, fee));
  if (d1 < 0n && d2 > 0n) return -d1 <= atMost(() => sellExactIn(reach, d2, fee));
  return false;
}

/**
 * Whether the shares of an addition are paid for on both sides, wherever in its reach the pool will be, and on neither with more than half of
 * a swap's fee, or what rounding may take, above that: nobody is made to give anything away.
 * @param change sats, units and shares, each above zero
 * @param lpFeePpm the whole fee of a swap, in millionths. Source: pools §4
 */
export function addFits(reach: Reach, change: PoolChange, lpFeePpm: bigint): boolean {
  const { d1, d2, ds } = change;
  const all = reach.shares.least;
  if (d1 < 1n || d2 < 1n || ds < 1n || all < 1n) return false;
  const band = bandFee(lpFeePpm);
  const mostPpm = PPM + (band > MOST_ROUNDING_PPM ? band : MOST_ROUNDING_PPM);
  const fits = (brought: bigint, reserve: bigint): boolean =>
    // Less than one above it is what rounding up takes.
    ds * reserve <= brought * all && (brought - 1n) * all * PPM < ds * reserve * mostPpm;
  return fits(d1, reach.r1.most) && fits(d2, reach.r2.most);
}

/**
 * Whether a removal takes no more than the part of its shares, wherever in its reach the pool will be. Taking less on a side fits.
 * @param change each below zero, or zero on a side of the reserves; shares stay in the pool. Source: pools §4
 */
export function removeFits(reach: Reach, change: PoolChange): boolean {
  const { d1, d2, ds } = change;
  const all = reach.shares.most;
  if (d1 > 0n || d2 > 0n || ds > -1n || reach.shares.least + ds < 1n) return false;
  return d1 * all >= ds * reach.r1.least && d2 * all >= ds * reach.r2.least;
}

/**
 * Whether what stands behind a share is less than before: sats times units over the square of the shares. Exact, without a division.
 * Source: pools §3
 */
export function perShareFell(before: Reserves, now: Reserves): boolean {
  return now.r1 * now.r2 * before.shares ** 2n < before.r1 * before.r2 * now.shares ** 2n;
}
