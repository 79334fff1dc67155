/** A bid whose rungs are changed before anything of it is on the chain, as it was typed: what it costs and still wants. Pure. */
import type { BidKey, BtcCoin, Order } from '@rialto/contract';
import type { FeePlans } from '@rialto/market';
import { checkLadder, ladderOf } from '../../bid/ladder.ts';
import type { Ladder } from '../../bid/ladder.ts';
import { satsOf, unitsOf } from '../../book/rows.ts';
import { missing } from '../../form-check.ts';
import type { Check } from '../../form-check.ts';
import type { RungTyped } from '../../form.ts';
import { msg } from '../../../../words.ts';

/** As the form of a bid would have it. */
export const typedOf = (rungs: readonly Order[]): readonly RungTyped[] =>
  rungs.map(({ coinRatePrice: price, coinAmount: amount }) => ({ price, amount }));

/** Those that pay for nothing else; those of held fundings too, for the bid gives its own back. */
export function coinsForEdit(coins: readonly BtcCoin[]): readonly bigint[] {
  return coins
    .filter(({ lockedBy }) => lockedBy === undefined || lockedBy === 'bid')
    .map((coin) => 0n + satsOf(coin.satoshis));
}

export interface EditScene {
  readonly feeRate: number | undefined;
  readonly limits: FeePlans | undefined;
  /** Undefined while they are not known. */
  readonly coins: readonly bigint[] | undefined;
  readonly decimals: number;
  /** The bidder’s. */
  readonly address: string | undefined;
  /** The best ask one can take, sat per token × 10^18; undefined where it is another market’s. */
  readonly best: bigint | undefined;
  readonly terms: BidKey | undefined;
  readonly highFee: boolean;
}

export interface EditedBid {
  readonly ladder: Ladder;
  readonly check: Check;
}

export function editedBid(
  rungs: readonly Order[],
  typed: readonly RungTyped[],
  { feeRate, limits, coins, address, decimals, best, terms, highFee }: EditScene,
): EditedBid {
  const [first = { price: '', amount: '' }, ...others] = typed;
  const { price: limitPrice, amount: limitAmount } = first;
  const ladder = ladderOf(
    { limitPrice, limitAmount, ladder: others },
    { feeRate, address, coins: coins ?? [] },
  );
  const spendable = coins?.reduce((sum, value) => sum + value, 0n);
  const cap = terms === undefined ? undefined : BigInt(terms.caps.bid);
  const now = { connected: true, feeRate, limits, spendable, decimals, cap };
  const check = checkLadder(ladder, now, highFee);
  if (check.missing !== 'nothing') return { ladder, check };
  // One alone is not taken from here: it would wait above the asks.
  const meets = ladder.rungs.some(({ rate = 0n }) => best !== undefined && rate >= best);
  if (meets) return { ladder, check: missing(msg('A rung is above the best ask')) };
  if (isSame(rungs, ladder)) return { ladder, check: missing(msg('Change a price or an amount')) };
  return { ladder, check: { ...check, label: msg('Review') } };
}

function isSame(rungs: readonly Order[], { whole = [] }: Ladder): boolean {
  return (
    rungs.length === whole.length &&
    rungs.every(({ amount, coinAmount }, at) => {
      const now = whole[at];
      return now !== undefined && now.price === BigInt(amount) && now.units === unitsOf(coinAmount);
    })
  );
}
