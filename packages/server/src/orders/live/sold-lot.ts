/** The lot that answers a live bid: as good as one that is listed, and in nothing else of its owner's. */
import { loadCoins } from '@rialto/ground';
import { sats, splitOutpoint } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Queries } from '../../store/database.ts';
import { offeredThing } from '../../store/crosscheck-store.ts';
import { keptLiveCoins } from '../../store/live/answer-store.ts';
import { liveAsksOf } from '../../store/orders/ask-store.ts';
import type { OrderRow } from '../../store/orders/order-store.ts';
import type { OrderContext } from '../context.ts';
import { requireMayOpen } from '../bids/paused-sellers.ts';
import { assertionOf, inscriptionOn } from '../crosscheck-lot.ts';
import { checkLot } from '../lot.ts';
import { requirePlainMessage } from '../verify-ask.ts';

/**
 * @throws Refusal as `checkLot`; lots-differ, amount-differs, lot-message-odd, order-exists (it is listed), live-coin-kept, token-halted,
 *   sales-paused, indexers-differ, indexer-no-answer
 */
export async function soldLot(
  context: OrderContext,
  bid: OrderRow,
  { outpoint, address }: { readonly outpoint: string; readonly address: string },
): Promise<Coin> {
  const point = outpoint as Outpoint;
  await requireMayOpen(context, { sellerAddress: address, lots: [point] });
  const [{ coins, tip }, maker, odd] = await Promise.all([
    loadCoins(context, [point]),
    context.chain.transaction(splitOutpoint(point).txid),
    context.ledger.oddMrc20Among([point]),
  ]);
  const coin = coins.get(point);
  const lot = checkLot(coin, sats(bid.price), { ...context.settings, tipHeight: tip.height });
  if (coin === undefined) throw new Refusal('coin-spent');
  if (lot.asset !== bid.assetId) throw new Refusal('lots-differ');
  if (lot.amount !== bid.coinAmount) throw new Refusal('amount-differs');
  requirePlainMessage(coin, maker, odd.has(point));
  await requireUnoffered(context.store.db, [outpoint]);
  const thing = offeredThing({
    inscriptionId: inscriptionOn(coin.assets),
    outpoint,
    assetId: lot.asset,
  });
  await context.crossCheck.trading(lot.asset, [thing]);
  await context.crossCheck.lot(assertionOf(coin, lot), tip, context.crossCheck.deadline());
  return coin;
}

/** As `requireUnkept`, and in no ask. @throws Refusal live-coin-kept, order-exists */
export async function requireUnoffered(db: Queries, points: readonly string[]): Promise<void> {
  await requireUnkept(db, points);
  const [listed] = await liveAsksOf(db, points);
  if (listed !== undefined) throw new Refusal('order-exists', listed.outpoint);
}

/** Final only after `takeOfferTurns` in the same transaction. @throws Refusal live-coin-kept: one of them is in an answer that waits for its bidder */
export async function requireUnkept(db: Queries, points: readonly string[]): Promise<void> {
  if ((await keptLiveCoins(db, points)).length > 0) throw new Refusal('live-coin-kept');
}
