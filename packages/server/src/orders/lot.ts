/** Is this coin a lot that may be offered now? Judged from our node and index alone. */
import { SMALLEST_ORDER } from '@rialto/market';
import { Refusal, lotOf } from '@rialto/protocols';
import type { Brc20Transfer, Coin, Sats } from '@rialto/protocols';

export interface LotRules {
  readonly tipHeight: number;
  readonly minConfirmations: number;
  /** Below this price one confirmation is enough. */
  readonly smallValue: bigint;
}

/** The transfer a coin sells; refuses unconfirmed, mixed, used and empty coins, each by its name. */
export function judgeLot(coin: Coin | undefined, price: Sats, rules: LotRules): Brc20Transfer {
  if (coin === undefined) throw new Refusal('coin-spent');
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed');
  const [first, second] = coin.assets;
  if (first === undefined) throw new Refusal('not-a-lot');
  if (second !== undefined) throw new Refusal('lot-mixed');
  const transfer = lotOf(coin);
  if (transfer === undefined) throw new Refusal('lot-used');
  const depth = rules.tipHeight - coin.height + 1;
  const needed = price < rules.smallValue ? 1 : rules.minConfirmations;
  if (depth < needed) throw new Refusal('coin-unconfirmed', `${depth} of ${needed} blocks`);
  if (price < SMALLEST_ORDER) throw new Refusal('too-small');
  // The coin's own sats go to the buyer with the token: nobody means to sell them for less.
  if (coin.value >= price) throw new Refusal('lot-mixed', `it holds ${coin.value} sat`);
  return transfer;
}
