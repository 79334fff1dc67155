/** What the keeper does with the lanes of a pool next: which are parted, joined or made anew, and when it is worth its fee (pools §10). Pure. */
import { MINIMUM_LANE_SATS, wantsLane } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { unitsOn } from '../lane-tips.ts';

/** Blocks before its way home is good from which on a lane is made anew. */
const DUE_BLOCKS = 1_008;
/** And from which on it no longer waits for a cheap hour, nor for who has a quote: 144 before nothing is built on it any more. */
const URGENT_BLOCKS = 432;
/** The exit list of a pool follows its shares at most so often. */
const DAY = 144;
/** With fewer swaps than this in so many blocks a pool does with one lane. */
const QUIET = { swaps: 5, blocks: 36 } as const;
/** A lane that holds less than a twentieth of its part, of sats or of units, is joined with the others. */
const SMALL = 20n;
/** A lane is parted when both parts hold so many times the least. */
const PARTED = 5n;
/** What making one lane anew takes (pools §8), and how often a year it is done. */
const ANEW_VSIZE = 111;
const ANEW_A_YEAR = 28;
/** A pool that does not hold so many years of that is left to dissolve. */
const YEARS = 20;

/** Blocks in which swaps are counted, to see whether a pool is quiet. */
export const QUIET_BLOCKS = QUIET.blocks;

export interface LaneTipFacts {
  readonly coin: Coin;
  /** Unconfirmed acts it stands on. */
  readonly depth: number;
  /** Somebody was shown a price on it that he may still sign. */
  readonly isQuoted: boolean;
}

export interface RestingLane {
  readonly coin: Coin;
  readonly isQuoted: boolean;
  /** Blocks until its way home is good; undefined where we do not have it. */
  readonly left: number | undefined;
  /** Its way home pays others than those who hold the shares now. */
  readonly isOutdated: boolean;
  /** Blocks since it was made. */
  readonly age: number;
}

export interface KeeperFacts {
  /** Of a pool whose lanes hold sats alone. */
  readonly isOfLots: boolean;
  /** The newest coin of every lane. */
  readonly tips: readonly LaneTipFacts[];
  /** Those of them that a block has. */
  readonly resting: readonly RestingLane[];
  /** A provider has the pool or waits for it. */
  readonly isAwaited: boolean;
  /** Its operator has stopped it. */
  readonly isStopped: boolean;
  /** Swaps in the last `QUIET_BLOCKS`. */
  readonly swaps: number;
  /** Blocks since the keeper last did something. */
  readonly sinceKept: number;
  /** Sats of the pool. */
  readonly r1: bigint;
  readonly plans: Pick<FeePlans, 'eco' | 'slow'>;
  readonly laneDepth: number;
  readonly mostLanes: number;
}

export interface Wish {
  readonly lanes: readonly Coin[];
  /** What a second lane is to hold, where one is parted. */
  readonly parted: readonly { readonly value: bigint; readonly amount: bigint }[];
  readonly feeRateSatVb: number;
}

/** @returns undefined when there is nothing to do */
export function wishOf(facts: KeeperFacts): Wish | undefined {
  const urgent = dueLane(facts, ({ left }) => left !== undefined && left <= URGENT_BLOCKS);
  if (urgent !== undefined) return made(facts, [urgent]);
  if (facts.isAwaited) return undefined;
  return parting(facts) ?? joining(facts) ?? renewal(facts);
}

const made = ({ plans }: KeeperFacts, lanes: readonly Coin[]): Wish => ({
  lanes,
  parted: [],
  feeRateSatVb: plans.slow,
});

function dueLane(facts: KeeperFacts, isDue: (lane: RestingLane) => boolean): Coin | undefined {
  if (isPoor(facts)) return undefined;
  return facts.resting.find(isDue)?.coin;
}

/** Its lanes would be eaten up by their own upkeep: its providers are told by the height of their way home, and it dissolves. */
export function isPoor({ r1, plans }: Pick<KeeperFacts, 'r1' | 'plans'>): boolean {
  return r1 < BigInt(Math.ceil(YEARS * ANEW_A_YEAR * ANEW_VSIZE * plans.slow));
}

/** The largest lane in two halves, when all are full. */
function parting({ tips, isOfLots, isStopped, laneDepth, mostLanes, plans }: KeeperFacts): Wish | undefined {
  const depths = tips.map(({ depth }) => depth);
  const limits = { most: mostLanes, depth: laneDepth };
  if (tips.length === 0 || isStopped || !wantsLane(depths, limits)) return undefined;
  const [largest] = tips.toSorted((a, b) => (a.coin.value > b.coin.value ? -1 : 1));
  if (largest === undefined || largest.isQuoted) return undefined;
  const { coin } = largest;
  const half = { value: coin.value / 2n, amount: unitsOn(coin) / 2n };
  if (half.value < PARTED * MINIMUM_LANE_SATS || (!isOfLots && half.amount < 1n)) return undefined;
  return { lanes: [coin], parted: [half], feeRateSatVb: plans.slow };
}

/** All in one, when all are at rest and one is enough, or one of them is too small to be of use. */
function joining(facts: KeeperFacts): Wish | undefined {
  const { tips, resting, swaps } = facts;
  const isAtRest = resting.length === tips.length && !resting.some(({ isQuoted }) => isQuoted);
  if (tips.length < 2 || !isAtRest) return undefined;
  if (swaps >= QUIET.swaps && !resting.some(({ coin }) => isSmall(coin, facts))) return undefined;
  return made(
    facts,
    resting.map(({ coin }) => coin),
  );
}

function isSmall(coin: Coin, { resting }: KeeperFacts): boolean {
  const count = BigInt(resting.length);
  const units = resting.reduce((sum, one) => sum + unitsOn(one.coin), 0n);
  const value = resting.reduce((sum, one) => sum + one.coin.value, 0n);
  return unitsOn(coin) * SMALL * count < units || coin.value * SMALL * count < value;
}

/**
 * One lane anew: in the cheapest hour before its way home is good, or when that pays the wrong ones or is not there. Who holds a quote is
 * not disturbed, for two days at most.
 */
function renewal(facts: KeeperFacts): Wish | undefined {
  const { plans, sinceKept, isOfLots } = facts;
  const isCheap = plans.slow <= plans.eco;
  const lane = dueLane(facts, ({ left, isOutdated, isQuoted, age }) => {
    if (isQuoted && age < 2 * DAY) return false;
    const isDue = left !== undefined && left <= DUE_BLOCKS;
    // A signer may still have one that is lost here, and is asked for it; then a new one is signed.
    const isLost = left === undefined && !isOfLots;
    return isCheap && (isDue || ((isOutdated || isLost) && sinceKept >= DAY && age >= DAY));
  });
  return lane === undefined ? undefined : made(facts, [lane]);
}
