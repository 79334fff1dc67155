/** What a ladder of bids costs before anything is built: its sums, the fee of its funding, and the most that giving it up can cost. Pure. */
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';

/** In vB, by the bidder's kind of address: a rung's output in the funding, and a transaction that takes one lock home. */
export const RUNG_VSIZES = {
  p2tr: { outputVsize: 43, cancelVsize: 170 },
  p2wpkh: { outputVsize: 43, cancelVsize: 148 },
} as const;
/** The larger of the two kinds. */
export const RUNG_VSIZE = RUNG_VSIZES.p2tr;
/** In vB: what a funding has beside inputs and rungs, its change included, and an input; P2WPKH, the larger one. */
const FUNDING_VSIZE = { frame: 54, input: 68 } as const;
const feeOf = (vsize: number, feeRateSatVb: number): bigint => BigInt(Math.ceil(vsize * feeRateSatVb));

export interface LadderCost {
  /** What the locks hold together. */
  readonly total: Sats;
  /** Paid when the first rung is filled, and not before: the funding is held until then. */
  readonly fundingFee: Sats;
  /** The funding, and every rung taken home by the dearer of the two ways. */
  readonly worst: Sats;
}

/**
 * About, before the coins are chosen.
 * @param ladder.prices of the rungs in sat
 * @param ladder.coins values of the coins that may pay
 */
export function ladderCost(ladder: {
  readonly prices: readonly bigint[];
  readonly coins: readonly bigint[];
  readonly feeRateSatVb: number;
}): LadderCost {
  const { prices, coins, feeRateSatVb } = ladder;
  const total = prices.reduce((sum, price) => sum + price, 0n);
  const vsize =
    FUNDING_VSIZE.frame +
    FUNDING_VSIZE.input * inputsFor(coins, total) +
    RUNG_VSIZE.outputVsize * prices.length;
  const fundingFee = feeOf(vsize, feeRateSatVb);
  const worst = fundingFee + worstWayBack(prices.length, feeRateSatVb);
  return { total: sats(total), fundingFee: sats(fundingFee), worst: sats(worst) };
}

/** Of an exit that its bidder sends alone: signed beforehand, the same at every fee rate (trading §10). */
const EXIT_FEE = 1_500n;

/**
 * The most that taking every rung home can cost, in sat: cancels at this fee rate, or the exits of fixed fee when the exchange is gone.
 * @param exitFee of one rung, as the exchange says it
 */
export function worstWayBack(rungs: number, feeRateSatVb: number, exitFee: bigint = EXIT_FEE): bigint {
  const cancel = feeOf(RUNG_VSIZE.cancelVsize, feeRateSatVb);
  return BigInt(rungs) * (cancel > exitFee ? cancel : exitFee);
}

/** How many of the largest coins reach. */
function inputsFor(coins: readonly bigint[], total: bigint): number {
  const largest = coins.toSorted((a, b) => (a > b ? -1 : 1));
  let sum = 0n;
  const at = largest.findIndex((value) => (sum += value) > total);
  return at < 0 ? Math.max(1, largest.length) : at + 1;
}
