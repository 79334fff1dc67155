/** The coins a purchase or a cancel is paid from. */
import { MOST_PAYING, loadPayingCoins } from '@rialto/ground';
import type { Coin } from '@rialto/protocols';
import { LARGEST_PAD, SMALLEST_PAD, SMALLEST_PAYING_COIN } from '@rialto/psbt';
import { lockedOutpoints } from '../store/orders/ask-store.ts';
import type { OrderContext } from './context.ts';

/** One is needed; the others are for when purchases that wait hold theirs. */
const MOST_PADS = 50;

/**
 * The largest coins of an address that can pay and the smallest that can be a pad, without those in its live orders.
 * @throws Refusal not-followed, syncing
 */
export async function moneyOf(
  context: Pick<OrderContext, 'chain' | 'ledger' | 'store'>,
  script: Uint8Array,
  address: string,
): Promise<Coin[]> {
  const locked = await lockedOutpoints(context.store.db, address);
  const except = [...locked.keys()];
  const pad = { least: SMALLEST_PAD, greatest: LARGEST_PAD, most: MOST_PADS };
  const [money, pads] = await Promise.all([
    loadPayingCoins(context, script, {
      first: 'largest',
      least: SMALLEST_PAYING_COIN,
      except,
      most: MOST_PAYING,
    }),
    loadPayingCoins(context, script, { first: 'smallest', ...pad, except }),
  ]);
  return [...new Map([...money, ...pads].map((coin) => [coin.outpoint, coin])).values()];
}
