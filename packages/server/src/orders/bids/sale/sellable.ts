/** Which rungs a sale may be made into: open, in time, near no exit; and whether it is large enough to publish a held bid. */
import { BLOCKS_BEFORE_EXIT, marketOfType, opensBid } from '@rialto/market';
import type { MarketName } from '@rialto/market';
import { sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { findRungs } from '../../../store/bids/rung-store.ts';
import type { RungRow } from '../../../store/bids/rung-store.ts';
import type { OrderContext } from '../../context.ts';
import { exitHeightOf } from '../ladder.ts';

interface Asked {
  readonly book: MarketName;
  readonly orderIds: readonly string[];
  readonly seller: string;
}

/** The rungs asked for, in the asked order: of this book, open, not being sold into, of one token, not one's own. */
export async function openRungs(
  { store, ledger }: OrderContext,
  { book, orderIds, seller }: Asked,
): Promise<RungRow[]> {
  if (new Set(orderIds).size !== orderIds.length) throw new Refusal('bad-request', 'an order is named twice');
  const [rows, { height }] = await Promise.all([findRungs(store.db, orderIds), ledger.tip()]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const asked = orderIds.map((id) => {
    const row = found.get(id);
    if (row === undefined || marketOfType(row.orderType).market.name !== book)
      throw new Refusal('unknown-order');
    if (row.ownerAddress === seller) throw new Refusal('own-order');
    requireSellable(row, height);
    if (row.liveTrade !== null) throw new Refusal('order-taken');
    if (row.assetId !== rows[0]?.assetId) throw new Refusal('lots-differ');
    return row;
  });
  requireOpening(asked);
  return asked;
}

/** @throws Refusal order-closed, bid-greyed, bid-expired, lock-ending */
export function requireSellable(rung: RungRow, height: number): void {
  const { bid } = rung;
  if (rung.status !== 'open' || rung.promise === null) throw new Refusal('order-closed');
  if (height >= bid.expiryHeight) throw new Refusal('bid-expired', `height ${bid.expiryHeight}`);
  // A lock in no block is counted as if the next one had it.
  const exit = exitHeightOf(bid) ?? height + 1 + bid.exitAfter;
  if (height + BLOCKS_BEFORE_EXIT >= exit) throw new Refusal('lock-ending', `exit at height ${exit}`);
  if (bid.publishedAt === null && bid.greyed) throw new Refusal('bid-greyed');
}

/**
 * A held bid is published by a sale into a quarter of it or more, all fills of the sale together.
 * @throws Refusal opens-too-little
 */
export function requireOpening(rungs: readonly RungRow[]): void {
  for (const held of heldLadders(rungs)) {
    const filled = sats(held.reduce((sum, { price }) => sum + price, 0n));
    const total = sats(held[0].bid.total);
    if (!opensBid(filled, total)) throw new Refusal('opens-too-little', `${filled} of ${total} sat`);
  }
}

/** The rungs of a sale by ladder, of those whose funding is held. */
function heldLadders(rungs: readonly RungRow[]): [RungRow, ...RungRow[]][] {
  const byBid = new Map<string, [RungRow, ...RungRow[]]>();
  for (const rung of rungs) {
    if (rung.bid.publishedAt !== null) continue;
    const others = byBid.get(rung.bidId);
    if (others === undefined) byBid.set(rung.bidId, [rung]);
    else others.push(rung);
  }
  return [...byBid.values()];
}

export const opensSome = (rungs: readonly RungRow[]): boolean => heldLadders(rungs).length > 0;
