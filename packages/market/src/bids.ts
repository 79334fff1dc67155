/** Rules of standing bids: the smallest rung, and how much of an unpublished bid a first sale must buy. */
import { sats } from '@rialto/protocols';
import type { FeeRate, Sats } from '@rialto/protocols';
import { SMALLEST_ORDER } from './fees.ts';

/** A rung is worth so many times what its lock and the cancel of that lock cost (trading "Bids"). */
const RUNG_TO_COST = 20n;
/** The first sale into a bid is for at least one part in so many of it. */
const OPENING_PART = 4n;
/** Rates count to a thousandth of a sat/vB, as in `psbt`. */
const RATE_PARTS = 1_000;

interface RungCost {
  /** What the lock adds to the funding, in vB. */
  readonly outputVsize: number;
  /** The transaction that gives this lock alone back to its bidder, in vB. */
  readonly cancelVsize: number;
  /** Of the funding, in sat/vB. */
  readonly feeRate: FeeRate;
}

/**
 * The least a rung may be, in sat: the larger of 10,000 and 20 times what its output and its cancel cost at the funding's rate. A stranger
 * can publish a ladder for the price of one void sale; the bidder then pays for every lock and its cancel, which this keeps small
 * beside what the rung is for (trading "Bids").
 */
export function smallestRung({ outputVsize, cancelVsize, feeRate }: RungCost): Sats {
  const rate = BigInt(Math.round(feeRate * RATE_PARTS));
  const cost = BigInt(Math.ceil(outputVsize + cancelVsize)) * rate;
  const least = ((cost + BigInt(RATE_PARTS) - 1n) / BigInt(RATE_PARTS)) * RUNG_TO_COST;
  return least > SMALLEST_ORDER ? sats(least) : SMALLEST_ORDER;
}

/**
 * Whether a sale is large enough to publish a bid's funding: at least a quarter of the whole bid, all fills of the sale in it together
 * (trading "Bids").
 * @param filled what the sale's fills in this bid are worth, in sat
 * @param bid all rungs of the bid as it was placed, in sat
 */
export const opensBid = (filled: Sats, bid: Sats): boolean => filled * OPENING_PART >= bid;

/** Blocks for which whoever's own coin voided a sale sells into no unpublished bid. */
export const SALES_PAUSE_BLOCKS = 144;

/** No trade on a lock from so many blocks before the height from which its bidder alone can spend it. */
export const BLOCKS_BEFORE_EXIT = 36;
