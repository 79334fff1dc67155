/** What a take usually weighs and leaves on the token coin, for a price that is shown before it is built: one coin pays, of either kind. */
import { DUST_FLOOR, sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';

export interface UsualTake {
  /** vB without a lot, and of each lot. */
  readonly vsize: { readonly base: number; readonly lot: number };
  /** Sats that stay on the buyer's token coin, and those that each lot brings as money. */
  readonly dust: Sats;
  readonly brings: Sats;
}

const LOT_VSIZE = 100;

/** Nothing flows by sats: the smallest coin stays, and what a lot sat on is money. */
export const BARE_TAKE: UsualTake = {
  vsize: { base: 188, lot: LOT_VSIZE },
  dust: DUST_FLOOR,
  brings: DUST_FLOOR,
};

/**
 * Behind a pad of the exchange: its sats stay in front of the lots' own.
 * @param padValue what the exchange says of its pads
 */
export const takeBehindPad = (padValue: bigint): UsualTake => ({
  vsize: { base: 284, lot: LOT_VSIZE },
  dust: sats(padValue),
  brings: sats(0n),
});
