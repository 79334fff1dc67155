/** Is this coin a lot that may be offered now? Checked from our node and index alone. */
import { SMALLEST_ORDER, requireDeep } from '@rialto/market';
import type { LotDepth } from '@rialto/market';
import { isReceipt, isShare, lotOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Lot, Sats } from '@rialto/protocols';

interface LotRules extends LotDepth {
  readonly tipHeight: number;
}

/** What a coin sells; refuses unconfirmed, mixed, used and empty coins, each by its name. */
export function checkLot(coin: Coin | undefined, price: Sats, rules: LotRules): Lot {
  if (coin === undefined) throw new Refusal('coin-spent');
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed');
  const lot = lotOf(coin) ?? refuse(coin);
  if (coin.assets.some(isShare)) throw new Refusal('pool-share', coin.outpoint);
  requireDeep(coin.height, price, rules);
  if (price < SMALLEST_ORDER) throw new Refusal('too-small');
  // The coin's own sats go to the buyer with the token: nobody means to sell them for less.
  if (coin.value >= price) throw new Refusal('lot-mixed', `it holds ${coin.value} sat`);
  return lot;
}

/** Why a coin is no lot: nothing to sell on it, more than one thing, or a transfer that is used up. */
function refuse({ assets }: Coin): never {
  const [first, second] = assets;
  if (first === undefined || assets.every(isReceipt)) throw new Refusal('not-a-lot');
  if (second !== undefined) throw new Refusal('lot-mixed');
  throw new Refusal(first.kind === 'inscription' ? 'lot-used' : 'not-a-lot');
}
