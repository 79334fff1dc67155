/** Shares of a pool: the first ones, what more liquidity gets, and what comes back for them; always rounded for those who stay. Pure. */
import { Refusal } from '@rialto/refusals';
import { ceilDiv, smaller } from '../numbers.ts';
import type { Reach } from './reach.ts';
import { wholeRoot } from './root.ts';
import { BURNED_SHARES, LEAST_FIRST_SHARES, MOST_ROUNDING_PPM, PPM } from './terms.ts';

/** Both sides of a pool, or of an act on it. */
export interface TwoSides {
  /** In sat. */
  readonly sats: bigint;
  /** Of the token, in smallest units. */
  readonly units: bigint;
}

interface FirstShares {
  /** All that are made. */
  readonly made: bigint;
  /** Of them, burned for ever. */
  readonly burned: bigint;
  /** The rest: what the provider gets. */
  readonly provider: bigint;
}

/**
 * The shares of a pool's first liquidity: the root of sats times units.
 * @throws Refusal liquidity-too-small below 1,000,000 of them: the 1,000 that burn are never more than 0.1 %. Source: pools §4
 */
export function firstShares(liquidity: { readonly r1: bigint; readonly r2: bigint }): FirstShares {
  const { r1, r2 } = liquidity;
  if (r1 < 1n || r2 < 1n) throw new Refusal('liquidity-too-small');
  const made = wholeRoot(r1 * r2);
  if (made < LEAST_FIRST_SHARES) throw new Refusal('liquidity-too-small');
  return { made, burned: BURNED_SHARES, provider: made - BURNED_SHARES };
}

/**
 * What an addition brings and gets. Cut to the pool's ratio: what one side has too much of is not taken.
 * @param most what the provider would bring, in sat and smallest units
 * @returns the least of both sides that these shares cost, and the shares
 * @throws Refusal pool-too-small for a pool without liquidity, liquidity-too-small for less than a share, liquidity-rounds when
 * rounding up to whole sats and units would cost over 0.1 % of a side. Source: pools §4
 */
export function addShares(reach: Reach, most: TwoSides): TwoSides & { readonly shares: bigint } {
  const [r1, r2, all] = [reach.r1.most, reach.r2.most, reach.shares.least];
  if (r1 < 1n || r2 < 1n || all < 1n) throw new Refusal('pool-too-small');
  const shares = smaller((most.sats * all) / r1, (most.units * all) / r2);
  if (shares < 1n) throw new Refusal('liquidity-too-small');
  const rounded = (reserve: bigint): bigint => {
    const taken = ceilDiv(shares * reserve, all);
    const lost = taken * all - shares * reserve;
    if (lost * PPM > taken * all * MOST_ROUNDING_PPM) throw new Refusal('liquidity-rounds');
    return taken;
  };
  return { sats: rounded(r1), units: rounded(r2), shares };
}

/**
 * What shares bring home, both sides rounded down.
 * @param shares to give back; fewer than there are, because the burned ones never return
 * @throws Refusal pool-too-small for more shares than there are, liquidity-too-small when a side would bring nothing. Source: pools §4
 */
export function removeShares(reach: Reach, shares: bigint): TwoSides {
  if (shares >= reach.shares.least) throw new Refusal('pool-too-small');
  const part = (reserve: bigint): bigint => {
    const brings = (shares * reserve) / reach.shares.most;
    if (shares < 1n || brings < 1n) throw new Refusal('liquidity-too-small');
    return brings;
  };
  return { sats: part(reach.r1.least), units: part(reach.r2.least) };
}

/**
 * The most shares that one removal may give back so that every lane stays a lane; who holds more keeps the rest until the pool
 * dissolves.
 * @param keeps what the lanes hold together at the least, in sat and smallest units
 * @returns shares; zero when nothing can leave. Source: pools §4
 */
export function mostRemovable(reach: Reach, keeps: TwoSides): bigint {
  const all = reach.shares.most;
  // floor(s · reserve / all) ≤ reserve − kept  ⇔  s · reserve < (reserve − kept + 1) · all
  const upTo = (reserve: bigint, kept: bigint): bigint =>
    reserve < 1n ? 0n : ceilDiv((reserve - kept + 1n) * all, reserve) - 1n;
  const most = smaller(upTo(reach.r1.least, keeps.sats), upTo(reach.r2.least, keeps.units));
  const held = reach.shares.least - BURNED_SHARES;
  const removable = smaller(most, held);
  return removable < 0n ? 0n : removable;
}
