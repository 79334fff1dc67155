/** What the exchange knows of a transaction: the orders it sells, or the order it cancels. */
import type { TransactionSale } from '@rialto/contract';
import { formatDecimal, marketOfType } from '@rialto/market';
import type { Queries } from '../../store/database.ts';
import { findAsk, findAsks } from '../../store/orders/ask-store.ts';
import type { AskRow } from '../../store/orders/ask-store.ts';
import { fillsOf } from '../../store/orders/fill-store.ts';
import { tradesByTxid } from '../../store/orders/trade-store.ts';

export interface Sold {
  readonly sales: TransactionSale[];
  /** Of all of them; undefined where nobody paid one here. */
  readonly serviceFee: bigint | undefined;
  /** What its payer pays the network, as the purchase says. */
  readonly networkFee: bigint | undefined;
}

/** Of a block what was written down with it; before that what the purchase is of. */
export async function soldBy(db: Queries, txid: string): Promise<Sold> {
  const [fills, [trade]] = await Promise.all([fillsOf(db, txid), tradesByTxid(db, [txid])]);
  const asks = fills.length > 0 || trade === undefined ? [] : await findAsks(db, trade.orderIds);
  const sales = [
    ...fills.map((fill): TransactionSale => ({
      orderId: fill.reference,
      book: fill.market,
      tick: fill.tick,
      assetId: fill.assetId,
      coinAmount: formatDecimal(fill.amount, fill.decimals),
      amount: fill.sats.toString(),
      sellerAddress: fill.seller,
      buyerAddress: fill.buyer,
    })),
    ...asks.map((ask) => saleOf(ask, trade?.buyerAddress ?? '')),
  ];
  return { sales, serviceFee: trade?.serviceFee, networkFee: trade?.networkFee };
}

/** The order of a cancel on the chain. */
export async function cancelledBy(db: Queries, orderId: string): Promise<TransactionSale | undefined> {
  const ask = await findAsk(db, orderId);
  return ask === undefined ? undefined : saleOf(ask, '');
}

function saleOf(ask: AskRow, buyerAddress: string): TransactionSale {
  return {
    orderId: ask.id,
    book: marketOfType(ask.orderType).market.name,
    tick: ask.tick,
    assetId: ask.assetId,
    coinAmount: formatDecimal(ask.coinAmount, ask.decimals),
    amount: ask.price.toString(),
    sellerAddress: ask.ownerAddress,
    buyerAddress,
  };
}
