/** Orders and trades as they go over the wire, in the original product's field names. */
import type { Order, Trade } from '@rialto/contract';
import { formatRate, wireOrderState } from '@rialto/market';
import { amount, formatBrc20Amount } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { cheapestOrders } from '../store/order-store.ts';
import type { OrderRow } from '../store/order-store.ts';
import type { TradeRow } from '../store/trade-store.ts';
import type { OrderRoom } from './room.ts';

const TOKEN_DECIMALS = 18;
const NEXT_BEST = 5;

/** An order for anybody; its owner also sees his own PSBT. */
export function orderView(row: OrderRow, network: Network, viewer?: string): Order {
  return {
    orderId: row.id,
    orderState: wireOrderState(row.status),
    state: row.status,
    pending: row.liveTrade !== null && row.status !== 'done',
    orderType: row.orderType,
    net: network,
    tick: row.tick,
    assetId: row.assetId,
    amount: row.price.toString(),
    coinAmount: formatBrc20Amount(amount(row.coinAmount)),
    coinDecimalNum: TOKEN_DECIMALS,
    coinRatePrice: formatRate(row.rateE18),
    freeState: 0,
    sellerAddress: row.sellerAddress,
    buyerAddress: row.buyerAddress,
    inscriptionId: row.inscriptionId,
    outpoint: row.outpoint,
    psbtRaw: viewer === row.sellerAddress ? row.psbt : '',
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
export async function tradeView(room: OrderRoom, row: TradeRow): Promise<Trade> {
  const tip = row.height === null ? undefined : await room.ledger.tip();
  const best = row.status === 'void' ? await cheapestOrders(room.store.db, row.assetId, NEXT_BEST + 20) : [];
  const free = best.filter((order) => order.liveTrade === null && order.sellerAddress !== row.buyerAddress);
  return {
    tradeId: row.id,
    state: row.status,
    orderIds: [...row.orderIds],
    tick: row.tick,
    assetId: row.assetId,
    coinAmount: formatBrc20Amount(amount(row.coinAmount)),
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
