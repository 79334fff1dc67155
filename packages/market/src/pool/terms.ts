/** The terms of pools: fees, minimums and limits as the product ships them. Every rule takes them as arguments, so that settings may differ. Pure. */

/** Fees of pools are whole numbers of millionths, so that half of one is whole too. */
export const PPM = 1_000_000n;

/** Of what a swap brings, the part that stays with the providers: 0.7 % (pools §3). */
export const LP_FEE_PPM = 7_000n;

export interface PoolServiceFee {
  readonly ppm: bigint;
  /** In sat. */
  readonly least: bigint;
}

/** The operator's part of a swap, an output of its own: 0.3 %, and at least what an output may hold (pools §3). */
export const POOL_SERVICE_FEE: PoolServiceFee = { ppm: 3_000n, least: 546n };

/** In sat: below it a lane is not worth its dissolution (pools §2). */
export const MINIMUM_LANE_SATS = 10_000n;

/** Burned when a pool opens, so that nobody can make one share dear (pools §4). */
export const BURNED_SHARES = 1_000n;

/** A pool opens with at least this many shares: the burned ones are 0.1 % of them at most (pools §4). */
export const LEAST_FIRST_SHARES = 1_000_000n;

/** What rounding may cost who adds liquidity: 0.1 % (pools §4). */
export const MOST_ROUNDING_PPM = 1_000n;

/** Of a pool's sats, what may wait on other lanes than a swap's own, undead acts included: 5 % (pools §5). */
export const MOST_WAITING_PPM = 50_000n;

/** Of a reserve of a pool, what one swap takes at most: 30 % (pools §11). */
export const MOST_SWAP_PPM = 300_000n;

/** Unconfirmed acts on a lane before the next lane is used: a node relays chains of 25, and the keeper needs 4 (pools §5). */
export const LANE_DEPTH = 20;

/**
 * The service fee of a swap, rounded up.
 * @param sats the sats of the swap: what a buyer pays into the pool, what the pool pays a seller
 * @returns sat. Source: pools §3
 */
export function poolServiceFee(sats: bigint, terms: PoolServiceFee = POOL_SERVICE_FEE): bigint {
  const share = (sats * terms.ppm + PPM - 1n) / PPM;
  return share > terms.least ? share : terms.least;
}

/**
 * What comes into the pool of sats that are to pay its service fee too: the most that leaves enough for it.
 * @param sats that a buyer pays in all, network fee apart
 * @returns sat; zero or below where the fee takes all of them. Source: pools §3
 */
export function satsBeforeFee(sats: bigint, terms: PoolServiceFee = POOL_SERVICE_FEE): bigint {
  let into = (sats * PPM) / (PPM + terms.ppm);
  if (into + poolServiceFee(into, terms) > sats) into = sats - terms.least;
  while (into > 0n && into + poolServiceFee(into, terms) > sats) into -= 1n;
  return into;
}

/**
 * What a pool has to pay so that so much is left after the service fee: the least that does.
 * @param sats that a seller gets, network fee apart
 * @returns sat. Source: pools §3
 */
export function satsWithFee(sats: bigint, terms: PoolServiceFee = POOL_SERVICE_FEE): bigint {
  const byPart = (sats * PPM + PPM - terms.ppm - 1n) / (PPM - terms.ppm);
  let out = byPart > sats + terms.least ? byPart : sats + terms.least;
  while (out - poolServiceFee(out, terms) < sats) out += 1n;
  return out;
}
