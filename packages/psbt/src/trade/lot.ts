/** A lot: a coin that sells one unused BRC-20 transfer, one MRC-20 holding or one rune (trading §1). */
import { MOST_LOT_DECIMALS, isShare, lotOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Lot } from '@rialto/protocols';

/**
 * What a coin sells.
 * @throws Refusal coin-unconfirmed, lot-mixed (more is on it than one lot may carry), not-a-lot (nothing, or no unused transfer)
 */
export function requireLot(coin: Coin): Lot {
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  const lot = lotOf(coin);
  if (lot === undefined) throw new Refusal(coin.assets.length > 1 ? 'lot-mixed' : 'not-a-lot', whyNone(coin));
  return lot;
}

/**
 * What a coin offers to another. Who has a share of a pool in an old lock or ask gets it back all the same.
 * @throws Refusal as `requireLot`, pool-share (a position in a pool)
 */
export function requireOffered(coin: Coin): Lot {
  const lot = requireLot(coin);
  if (coin.assets.some(isShare)) throw new Refusal('pool-share', coin.outpoint);
  return lot;
}

/** True for a lot that its first move uses up. What a coin holds as a whole is a lot again wherever it goes. */
export function movesOnce({ kind }: Lot): boolean {
  return kind === 'brc20';
}

function whyNone({ outpoint, assets: [only, more] }: Coin): string {
  return only?.kind === 'rune' && more === undefined
    ? `${outpoint}: a rune with more than ${MOST_LOT_DECIMALS} decimals`
    : outpoint;
}

/**
 * What the coins of one take sell: lots of one token. Two MRC-20 tokens or runes would land on one coin, which nobody could sell.
 * @throws Refusal as `requireLot`, lots-differ
 */
export function requireLots(coins: readonly Coin[]): readonly Lot[] {
  const lots = coins.map(requireLot);
  if (lots.some((lot) => lot.asset !== lots[0]?.asset)) throw new Refusal('lots-differ');
  return lots;
}
