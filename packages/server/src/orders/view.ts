/** Orders and trades as they go over the wire, in the original product's field names. */
import type { Order, Trade } from '@rialto/contract';
import { formatDecimal, formatRate, marketOfType, wireOrderState } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { cheapestOrders } from '../store/order-store.ts';
import type { ShownOrder } from '../store/order-store.ts';
import type { TradeRow } from '../store/trade-store.ts';
import type { OrderContext } from './context.ts';

const NEXT_BEST = 5;

/** An order for anybody; its owner also sees his own PSBT. */
export function orderView(
  row: ShownOrder & { readonly psbt?: string },
  network: Network,
  viewer?: string,
): Order {
  return {
    orderId: row.id,
    book: marketOfType(row.orderType).market.name,
    orderState: wireOrderState(row.status),
    state: row.status,
    pending: row.liveTrade !== null && row.status !== 'done',
    orderType: row.orderType,
    net: network,
    tick: row.tick,
    assetId: row.assetId,
    amount: row.price.toString(),
    coinAmount: formatDecimal(row.coinAmount, row.decimals),
    coinDecimalNum: row.decimals,
    coinRatePrice: formatRate(row.rateE18),
    freeState: row.freeState,
    sellerAddress: row.sellerAddress,
    buyerAddress: row.buyerAddress,
    inscriptionId: row.inscriptionId,
    outpoint: row.outpoint,
    psbtRaw: viewer === row.sellerAddress ? (row.psbt ?? '') : '',
    takePsbtRaw: '',
    platformFee: '0',
    timestamp: row.createdAt.getTime(),
    ...(row.closedAt === null ? {} : { dealTimestamp: row.closedAt.getTime() }),
    dealTx: row.dealTxid ?? '',
    reason: row.reason,
    disclosed: row.disclosedAt !== null,
  };
}

/** A trade for its buyer. A void one comes with the best open orders to take instead. */
export async function tradeView(room: OrderContext, row: TradeRow): Promise<Trade> {
  const tip = row.height === null ? undefined : await room.ledger.tip();
  const best = row.status === 'void' ? await cheapestOrders(room.store.db, row.assetId, NEXT_BEST + 20) : [];
  const free = best.filter((order) => order.liveTrade === null && order.sellerAddress !== row.buyerAddress);
  return {
    tradeId: row.id,
    book: marketOfType(row.orderType).market.name,
    state: row.status,
    orderIds: [...row.orderIds],
    tick: row.tick,
    assetId: row.assetId,
    coinAmount: formatDecimal(row.coinAmount, row.decimals),
    coinDecimalNum: row.decimals,
    amount: row.price.toString(),
    networkFee: row.networkFee.toString(),
    serviceFee: row.serviceFee.toString(),
    buyerAddress: row.buyerAddress,
    txId: row.txid,
    confirmations: tip === undefined || row.height === null ? 0 : Math.max(0, tip.height - row.height + 1),
    reason: row.reason,
    nextBest: free.slice(0, NEXT_BEST).map((order) => order.id),
    timestamp: row.createdAt.getTime(),
  };
}
