/** The curve of a pool: constant product with the providers' fee inside, at the worse end of every reserve, rounded for the pool. Pure. */
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Reach } from './reach.ts';
import { PPM } from './terms.ts';

/** The two reserves as a swap sees them: what it pays into at its most, what it is paid from at its least. */
interface Sides {
  readonly into: bigint;
  readonly from: bigint;
}

/** A buyer pays sats into the pool and takes units out of it. */
const buying = (reach: Reach): Sides => ({ into: reach.r1.most, from: reach.r2.least });
const selling = (reach: Reach): Sides => ({ into: reach.r2.most, from: reach.r1.least });

function checkPool({ into, from }: Sides, lpFeePpm: bigint): void {
  invariant(lpFeePpm >= 0n && lpFeePpm < PPM, 'the fee of providers is a part of a swap');
  if (into < 1n || from < 1n) throw new Refusal('pool-too-small');
}

/** out = paid(1 − φ) · from / (into + paid(1 − φ)), rounded down: always less than `from`. */
function outFor(paid: bigint, sides: Sides, lpFeePpm: bigint): bigint {
  checkPool(sides, lpFeePpm);
  const counted = paid * (PPM - lpFeePpm);
  const out = paid < 1n ? 0n : (counted * sides.from) / (sides.into * PPM + counted);
  if (out < 1n) throw new Refusal('swap-too-small');
  return out;
}

/** The least that buys `out`: the inverse of `outFor`, rounded up. */
function paidFor(out: bigint, sides: Sides, lpFeePpm: bigint): bigint {
  checkPool(sides, lpFeePpm);
  if (out < 1n) throw new Refusal('swap-too-small');
  if (out >= sides.from) throw new Refusal('pool-too-small', `${sides.from - 1n} at most`);
  const divisor = (sides.from - out) * (PPM - lpFeePpm);
  return (out * sides.into * PPM + divisor - 1n) / divisor;
}

/**
 * What a buyer gets for exactly so many sats, service and network fee apart.
 * @param sats paid into the pool
 * @param lpFeePpm the providers' part of them in millionths
 * @returns smallest units of the token, rounded down
 * @throws Refusal pool-too-small, swap-too-small. Source: pools §3
 */
export function buyExactIn(reach: Reach, sats: bigint, lpFeePpm: bigint): bigint {
  return outFor(sats, buying(reach), lpFeePpm);
}

/**
 * The fewest sats that buy exactly so much, service and network fee apart.
 * @param units smallest units of the token that leave the pool
 * @param lpFeePpm the providers' part of the sats in millionths
 * @returns sat, rounded up
 * @throws Refusal pool-too-small (its detail is the most there can be), swap-too-small. Source: pools §3
 */
export function buyExactOut(reach: Reach, units: bigint, lpFeePpm: bigint): bigint {
  return paidFor(units, buying(reach), lpFeePpm);
}

/**
 * What the pool pays a seller for exactly so much, before service and network fee.
 * @param units smallest units of the token, paid into the pool
 * @param lpFeePpm the providers' part of them in millionths
 * @returns sat, rounded down
 * @throws Refusal pool-too-small, swap-too-small. Source: pools §3
 */
export function sellExactIn(reach: Reach, units: bigint, lpFeePpm: bigint): bigint {
  return outFor(units, selling(reach), lpFeePpm);
}

/**
 * The least that a seller pays in for exactly so many sats, before service and network fee.
 * @param sats that leave the pool
 * @param lpFeePpm the providers' part of the units in millionths
 * @returns smallest units of the token, rounded up
 * @throws Refusal pool-too-small (its detail is the most there can be), swap-too-small. Source: pools §3
 */
export function sellExactOut(reach: Reach, sats: bigint, lpFeePpm: bigint): bigint {
  return paidFor(sats, selling(reach), lpFeePpm);
}
