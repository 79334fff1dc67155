/** Orders and trades as they go over the wire, in the original product's field names. */
import type { Order, Trade } from '@rialto/contract';
import { formatDecimal, formatRate, marketOfType, wireOrderState } from '@rialto/market';
import type { Tip } from '@rialto/ground';
import type { Network } from '@rialto/protocols';
import { bestOrders } from '../store/orders/shown-orders.ts';
import type { ShownAsk, ShownOrder } from '../store/orders/shown-orders.ts';
import { takerOf } from '../store/orders/trade-store.ts';
import type { TradeRow } from '../store/orders/trade-store.ts';
import { exitHeightOf } from './bids/ladder.ts';
import type { OrderContext } from './context.ts';
import { exitHeightOf as exitHeightOfLock } from './protected/locked.ts';
import { platformFeeOf } from './service-fee.ts';

const NEXT_BEST = 5;

/** What a bid has not. */
const NO_ASK: ShownAsk = { inscriptionId: '', outpoint: '', disclosedAt: null };

/** An order for anybody; its owner also sees their own PSBT. */
export function orderView(row: ShownOrder, network: Network, viewer?: string): Order {
  const ask = row.ask ?? NO_ASK;
  const isAsk = row.side === 'ask';
  const dealt = row.soldAt ?? row.closedAt;
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
    sellerAddress: isAsk ? row.ownerAddress : row.takerAddress,
    buyerAddress: isAsk ? row.takerAddress : row.ownerAddress,
    inscriptionId: ask.inscriptionId,
    outpoint: row.rung?.outpoint ?? ask.outpoint,
    psbtRaw: ownPsbt(row, viewer),
    takePsbtRaw: '',
    platformFee: platformFeeOf(row).toString(),
    timestamp: row.createdAt.getTime(),
    ...(dealt === null ? {} : { dealTimestamp: dealt.getTime() }),
    dealTx: row.dealTxid ?? '',
    reason: row.reason,
    disclosed: ask.disclosedAt !== null,
    ...(row.live ? { live: true } : {}),
    ...rungView(row),
    ...lockView(row),
  };
}

/** The owner's own PSBT of a classic ask, for the owner alone. */
function ownPsbt({ ask, ownerAddress }: ShownOrder, viewer: string | undefined): string {
  return viewer === ownerAddress ? (ask?.psbt ?? '') : '';
}

/** What a protected ask says beside all others. */
function lockView({ lock }: ShownOrder): Partial<Order> {
  if (lock === null) return {};
  const exitHeight = exitHeightOfLock(lock);
  return {
    ticket: lock.ticket,
    expiryHeight: lock.ticket.expiry,
    ...(exitHeight === undefined ? {} : { exitHeight }),
  };
}

/** What an order of a ladder says beside all others. */
function rungView({ rung, bid }: ShownOrder): Partial<Order> {
  if (rung === null || bid === null) return {};
  const exitHeight = exitHeightOf(bid);
  return {
    bidId: rung.bidId,
    bidAmount: bid.total.toString(),
    expiryHeight: bid.expiryHeight,
    published: bid.publishedAt !== null,
    ...(exitHeight === undefined ? {} : { exitHeight }),
    ...(bid.greyed ? { greyed: true } : {}),
  };
}

/** A trade for its taker. A void one comes with the best open orders to take instead. */
export async function tradeView(context: OrderContext, row: TradeRow): Promise<Trade> {
  const tip = row.height === null ? undefined : await context.ledger.tip();
  const best = row.status === 'void' ? await bestOfSide(context, row) : [];
  return viewOf(row, tip, best);
}

/** Trades for their taker: the tip is read once, and the best orders of a token once. */
export async function tradeViews(context: OrderContext, rows: readonly TradeRow[]): Promise<Trade[]> {
  const tip = rows.some(({ height }) => height !== null) ? await context.ledger.tip() : undefined;
  const best = new Map<string, readonly ShownOrder[]>();
  const bookOf = ({ side, assetId }: TradeRow): string => `${side} ${assetId}`;
  for (const row of rows)
    if (row.status === 'void' && !best.has(bookOf(row)))
      best.set(bookOf(row), await bestOfSide(context, row));
  return rows.map((row) => viewOf(row, tip, row.status === 'void' ? (best.get(bookOf(row)) ?? []) : []));
}

/** What its taker could take instead. */
const bestOfSide = ({ store }: OrderContext, { assetId: asset, side }: TradeRow): Promise<ShownOrder[]> =>
  bestOrders(store.db, { asset, side }, NEXT_BEST + 20);

function viewOf(row: TradeRow, tip: Tip | undefined, best: readonly ShownOrder[]): Trade {
  const free = best.filter((order) => order.liveTrade === null && order.ownerAddress !== takerOf(row));
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
    ...(row.sellerAddress === null ? {} : { side: 'sell' as const, sellerAddress: row.sellerAddress }),
    txId: row.txid,
    confirmations: tip === undefined || row.height === null ? 0 : Math.max(0, tip.height - row.height + 1),
    reason: row.reason,
    nextBest: free.slice(0, NEXT_BEST).map((order) => order.id),
    timestamp: row.createdAt.getTime(),
  };
}
