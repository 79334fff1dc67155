/** Lanes: which one a swap takes, how many a pool may have, and what each must hold. Pure. */
import { Refusal } from '@rialto/refusals';
import type { SignedAct } from './pending.ts';
import type { PoolChange } from './reach.ts';
import type { TwoSides } from './shares.ts';
import { LANE_DEPTH, MINIMUM_LANE_SATS, MOST_SWAP_PPM, MOST_WAITING_PPM, PPM } from './terms.ts';

export type SwapSide = 'buy' | 'sell';

/** What a swap would be on one lane. */
export interface LaneQuote {
  /** The lane's newest coin. */
  readonly lane: string;
  /** Unconfirmed acts below it. */
  readonly depth: number;
  /** What the user gives and gets, in sat or smallest units: one of the two is what he asked for. */
  readonly pays: bigint;
  readonly gets: bigint;
  /** Ancestors that move the price against him (`swapsAgainst`). */
  readonly against: number;
  /** Swaps on its newest coin that are with their users' wallets: the first of them to come back has the lane. */
  readonly signing: number;
}

/** How many of a swap's ancestors moved the price against it: when they are voided, so is it, and its payer never overpays (pools §5). */
export function swapsAgainst(side: SwapSide, ancestors: readonly SignedAct[]): number {
  return ancestors.filter(({ change }) => (side === 'buy' ? change.d1 > 0n : change.d2 > 0n)).length;
}

/** Below zero when the first is to be preferred. */
function compareQuotes(a: LaneQuote, b: LaneQuote): number {
  if (a.gets !== b.gets) return a.gets > b.gets ? -1 : 1;
  if (a.pays !== b.pays) return a.pays < b.pays ? -1 : 1;
  if (a.signing !== b.signing) return a.signing - b.signing;
  return b.against - a.against;
}

/**
 * The lane for a swap: the best quote; of equal ones that which fewest others are about to take, so that nobody signs in vain; then
 * that with most swaps against it below, so that a lane is filled before the next one; else the first in the given order.
 * @param depth from here on a lane takes no more swaps until a block
 * @throws Refusal lanes-full when there is none. Source: pools §5
 */
export function chooseLane(quotes: readonly LaneQuote[], depth: number = LANE_DEPTH): LaneQuote {
  const [best] = quotes.filter((quote) => quote.depth < depth).toSorted(compareQuotes);
  if (best === undefined) throw new Refusal('lanes-full');
  return best;
}

/** The longest message that every node relays in an output: 83 bytes, and the lanes whose addition still fits into it (pools §5). */
const USUAL_RELAY = { bytes: 83, lanes: 4 } as const;
const LANES_WITH_LONG_MESSAGES = 8;

/** How many lanes a pool may have, by the longest message that our node relays, in bytes. Source: pools §5 */
export function mostLanes(relayBytes: number): number {
  return relayBytes > USUAL_RELAY.bytes ? LANES_WITH_LONG_MESSAGES : USUAL_RELAY.lanes;
}

/** Whether a pool should get one more lane: all it has are full, and it may have more. Source: pools §5 */
export function wantsLane(
  depths: readonly number[],
  limits: { readonly most: number; readonly depth?: number },
): boolean {
  const { most, depth = LANE_DEPTH } = limits;
  return depths.length < most && depths.every((of) => of >= depth);
}

/**
 * The least a lane may hold: twice what its dissolution costs to send and to pay, and never under 10,000 sat.
 * @param dissolution its fee, and the smallest output it may have, in sat
 * @returns sat. Source: pools §2
 */
export function leastLaneSats(dissolution: { readonly fee: bigint; readonly dust: bigint }): bigint {
  const worth = 2n * (dissolution.dust + dissolution.fee);
  return worth > MINIMUM_LANE_SATS ? worth : MINIMUM_LANE_SATS;
}

/**
 * Whether a lane is still one after a swap: enough sats for its dissolution, and a unit of the token.
 * @param lane what its newest coin holds, in sat and smallest units
 * @param leastSats of `leastLaneSats`. Source: pools §2
 */
export function laneHolds(lane: TwoSides, change: PoolChange, leastSats: bigint): boolean {
  return lane.sats + change.d1 >= leastSats && lane.units + change.d2 >= 1n;
}

/**
 * Whether what waits beside a swap is little enough for its price to be fair: the sats of all others, undead ones too, against the
 * pool's. Source: pools §5
 * @param r1 the confirmed sats of the pool
 */
export function waitingFits(
  r1: bigint,
  others: readonly PoolChange[],
  mostPpm: bigint = MOST_WAITING_PPM,
): boolean {
  const waiting = others.reduce((sum, { d1 }) => sum + (d1 < 0n ? -d1 : d1), 0n);
  return waiting * PPM <= r1 * mostPpm;
}

/**
 * What one swap may take of a reserve at most, rounded down.
 * @param ppm in millionths of it
 * @throws Refusal pool-too-small with that, when more would leave. Source: pools §11
 */
export function requireUnderCap(leaves: bigint, reserve: bigint, ppm: bigint = MOST_SWAP_PPM): void {
  if (leaves * PPM > reserve * ppm) throw new Refusal('pool-too-small', `${(reserve * ppm) / PPM} at most`);
}
