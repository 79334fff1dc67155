/** A lot: a coin that sells one unused BRC-20 transfer or one MRC-20 holding (trading §1). */
import { lotOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Lot } from '@rialto/protocols';

/**
 * What a coin sells.
 * @throws Refusal coin-unconfirmed, lot-mixed (more is on it than one lot may carry), not-a-lot (nothing, or no unused transfer)
 */
export function requireLot(coin: Coin): Lot {
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  const lot = lotOf(coin);
  if (lot === undefined) throw new Refusal(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot', coin.outpoint);
  return lot;
}

/**
 * What the coins of one take sell: lots of one token. Two MRC-20 tokens would land on one coin, which nobody could sell.
 * @throws Refusal as `requireLot`, lots-differ
 */
export function requireLots(coins: readonly Coin[]): readonly Lot[] {
  const lots = coins.map(requireLot);
  if (lots.some((lot) => lot.asset !== lots[0]?.asset)) throw new Refusal('lots-differ');
  return lots;
}
