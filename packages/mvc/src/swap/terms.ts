/** The terms of swaps on MVC as the product ships them. Prices are those of pools (`market`); what is here belongs to the chain alone. */
import type { Sats } from '@rialto/protocols';
import { sats } from '@rialto/protocols';

/** What an output of a token holds when wallets are to see it: smaller ones are lost in some of their lists. */
export const TOKEN_OUTPUT_SATS = sats(2_019n);

/** What the coin of a check holds, usually: it comes back to whoever paid it, in the transaction that spends it. */
export const CHECK_SATS = sats(1_000n);

/** Wallets do not list coins below this: as change it would be lost to its owner, so it goes to the fee. */
export const LEAST_CHANGE = sats(600n);

/** Of what a swap brings, the part that stays with the providers: 0.3 %, in millionths. */
export const MVC_LP_FEE_PPM = 3_000n;

/** Unconfirmed swaps below a swap: one of a stranger's that falls takes all above it along. */
export const MVC_LANE_DEPTH = 200;

/** Of a pool's SPACE, what may wait for a block in all: 20 %, in millionths. */
export const MVC_MOST_WAITING_PPM = 200_000n;

const SMALLEST_SWAP = 1_000n;

/**
 * The smallest swap: 1,000 sat, and never less than twice what the network takes for it.
 * @param networkCost of swap and check together, in sat
 * @returns sat of SPACE
 */
export function smallestMvcSwap(networkCost: bigint): Sats {
  const twice = 2n * networkCost;
  return sats(twice > SMALLEST_SWAP ? twice : SMALLEST_SWAP);
}

/** Coins of tokens that a purchase takes of a pool at most: a published contract of a usual size counts so many (`CHECK_CODES`). */
export const MOST_POOL_TOKENS = 4;
