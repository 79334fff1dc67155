/** A pool in figures: its price both ways, what it earns, and what a position is worth. Pure. */
import type { Reserves } from './reach.ts';
import { wholeRoot } from './root.ts';
import type { TwoSides } from './shares.ts';
import { PPM } from './terms.ts';

const E18 = 10n ** 18n;
const SATS_PER_BTC = 100_000_000n;
const HOURS_PER_YEAR = 24n * 365n;

interface Price {
  /** Sat per whole token, times 10^18. */
  readonly satsPerTokenE18: bigint;
  /** Whole tokens per bitcoin, times 10^18. */
  readonly tokensPerBtcE18: bigint;
}

/**
 * The price of a pool both ways, each rounded down.
 * @param decimals of the token's smallest unit
 * @returns undefined for a pool without liquidity. Source: pools §6
 */
export function priceOf({ r1, r2 }: Reserves, decimals: number): Price | undefined {
  if (r1 < 1n || r2 < 1n) return undefined;
  const token = 10n ** BigInt(decimals);
  return {
    satsPerTokenE18: (r1 * token * E18) / r2,
    tokensPerBtcE18: (r2 * SATS_PER_BTC * E18) / (r1 * token),
  };
}

/** What both sides of something are worth together, in sat at the pool's price, rounded down. Zero for a pool without liquidity. */
export function worthOf({ r1, r2 }: Reserves, { sats, units }: TwoSides): bigint {
  return r2 < 1n ? 0n : sats + (units * r1) / r2;
}

/**
 * What fees bring in a year, as a part of all liquidity, if they went on as they were.
 * @param fees of the providers in the time, worth in sat
 * @param hours how long that was
 * @returns millionths, rounded down; undefined for an empty pool or no time. Source: pools §6
 */
export function aprPpm({ r1 }: Reserves, fees: bigint, hours: bigint): bigint | undefined {
  if (r1 < 1n || hours < 1n) return undefined;
  return (fees * HOURS_PER_YEAR * PPM) / (2n * r1 * hours);
}

interface Position extends TwoSides {
  /** Of all shares, in millionths, rounded down. */
  readonly partPpm: bigint;
  /** In sat at the pool's price. */
  readonly worth: bigint;
}

/** What shares are now: their part of both sides, rounded down. Undefined where there are none. Source: pools §6 */
export function positionOf(reserves: Reserves, shares: bigint): Position | undefined {
  if (reserves.shares < 1n || shares < 1n) return undefined;
  const sides = {
    sats: (shares * reserves.r1) / reserves.shares,
    units: (shares * reserves.r2) / reserves.shares,
  };
  return { ...sides, partPpm: (shares * PPM) / reserves.shares, worth: worthOf(reserves, sides) };
}

interface SinceEntry {
  /** Fees that stayed in the position, worth in sat; below zero only where refreshes cost more than swaps brought. */
  readonly earned: bigint;
  /** The position against having kept what was brought, in sat at the price of now: below zero where the price has moved more than fees brought. */
  readonly overHolding: bigint;
}

/**
 * How a position has done since it was made.
 * @param entry.reserves the pool right after the addition
 * @param entry.brought what the addition brought
 * @param now the pool now
 * @param shares of the position, all from that addition
 * @returns undefined where there is nothing to compare. Source: pools §6
 */
export function sinceEntry(
  entry: { readonly reserves: Reserves; readonly brought: TwoSides },
  now: Reserves,
  shares: bigint,
): SinceEntry | undefined {
  const position = positionOf(now, shares);
  const root = wholeRoot(now.r1 * now.r2 * entry.reserves.shares ** 2n * E18);
  if (position === undefined || root === 0n) return undefined;
  // Only fees move the root of k per share: what it has grown by is their part of the position.
  const before = wholeRoot(entry.reserves.r1 * entry.reserves.r2 * now.shares ** 2n * E18);
  return {
    earned: (position.worth * (root - before)) / root,
    overHolding: position.worth - worthOf(now, entry.brought),
  };
}
