/** What blocks do to live bids: a sale into one is written down with the block that has it, and taken back with it. */
import { bytesToHex, invariant } from '@rialto/protocols';
import { addressToScript } from '@rialto/psbt';
import type { Listener } from '../../store/chain-news.ts';
import type { Tx } from '../../store/database.ts';
import { liveBidsClosedAt } from '../../store/live/live-store.ts';
import { insertFills } from '../../store/orders/fill-store.ts';
import { findOrder, moveOrders } from '../../store/orders/order-store.ts';
import { tradesMinedAt } from '../../store/orders/trade-store.ts';
import type { TradeRow } from '../../store/orders/trade-store.ts';
import type { OrderContext } from '../context.ts';
import { exclusionsOf, fillOf } from '../record-sales.ts';
import type { SaleBlock } from '../record-sales.ts';

/** Comes after the outbox and the orders: by then trades and orders say what the block did, and an undone block's fills are gone. */
export function liveListener(context: OrderContext): Listener {
  return {
    block: async (tx, news) => {
      for (const trade of await tradesMinedAt(tx, news.height))
        if (trade.side === 'bid') await recordLiveSale(context, tx, { trade, block: news });
    },
    undo: async (tx, { height }) => {
      const ids = (await liveBidsClosedAt(tx, height)).map(({ id }) => id);
      await moveOrders(tx, { ids, event: 'unsold', reason: 'a block was undone' });
    },
  };
}

async function recordLiveSale(
  context: OrderContext,
  tx: Tx,
  { trade, block }: { readonly trade: TradeRow; readonly block: SaleBlock },
): Promise<void> {
  const { sellerAddress: seller, buyerAddress: buyer, lotOutpoint, serviceFee, txid } = trade;
  const order = await findOrder(tx, trade.orderIds[0] ?? '');
  if (order?.live !== true || order.dealTxid !== txid) return;
  invariant(seller !== null && lotOutpoint !== null, 'a sale into a bid has a seller and a lot');
  const payScript = bytesToHex(addressToScript(seller, context.settings.network));
  const sold = { id: order.id, outpoint: lotOutpoint, ownerAddress: seller, payScript };
  const excluded = await exclusionsOf(context, tx, { trade, asks: [sold], height: block.height });
  await insertFills(tx, [
    {
      ...fillOf({ ...order, ownerAddress: seller }, txid, block),
      serviceFee,
      feePaidBy: serviceFee > 0n ? seller : '',
      buyer,
      excluded: excluded.get(order.id) ?? null,
    },
  ]);
}
