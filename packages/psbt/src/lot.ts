/** A lot: a coin that sells exactly one unused BRC-20 transfer (trading design, "Coins and lots"). */
import { Refusal, lotOf } from '@rialto/protocols';
import type { Brc20Transfer, Coin } from '@rialto/protocols';

/**
 * What a coin sells.
 * @throws Refusal coin-unconfirmed, lot-mixed (more than one asset), not-a-lot (nothing, or no unused transfer)
 */
export function requireLot(coin: Coin): Brc20Transfer {
  if (coin.height === undefined) throw new Refusal('coin-unconfirmed', coin.outpoint);
  if (coin.assets.length > 1) throw new Refusal('lot-mixed', coin.outpoint);
  const transfer = lotOf(coin);
  if (transfer === undefined) throw new Refusal('not-a-lot', coin.outpoint);
  return transfer;
}
