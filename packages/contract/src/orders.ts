/** The order book: orders, takes, cancels, trades. Field names are the original product's (decision 9). */
import { z } from 'zod';
import { WireCoin } from './effects.ts';
import {
  Address,
  At,
  Decimal,
  FeeRateNumber,
  Hex,
  InscriptionIdText,
  Net,
  OrderId,
  OutpointText,
  PublicKeyHex,
  Tick,
  Timestamp,
  TradeId,
  TxidText,
  Whole,
} from './wire.ts';

/** 1 open (also paused, pending), 2 done, 3 cancelled (also cancelling), 5 expired, 6 invalid. */
export const OrderState = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(6)]);

export const Order = z.object({
  orderId: OrderId,
  orderState: OrderState,
  /** The finer state behind the wire code: open, paused, cancelling, done, cancelled, expired, invalid. */
  state: z.string(),
  /** True while a purchase of it is on its way. */
  pending: z.boolean(),
  orderType: z.int(),
  net: Net,
  tick: Tick,
  assetId: z.string(),
  /** Total price in sat. */
  amount: Whole,
  coinAmount: Decimal,
  coinDecimalNum: z.int(),
  /** Price in sat per whole token, exact to 18 places: amount / coinAmount. */
  coinRatePrice: z.string(),
  freeState: z.int(),
  sellerAddress: Address,
  buyerAddress: z.string(),
  inscriptionId: InscriptionIdText,
  outpoint: OutpointText,
  /** Empty unless it is one's own. */
  psbtRaw: z.string(),
  takePsbtRaw: z.string(),
  platformFee: Whole,
  timestamp: Timestamp,
  /** When it was closed, for history and market trades. */
  dealTimestamp: Timestamp.optional(),
  dealTx: z.string(),
  /** Why it was closed or paused, in words. */
  reason: z.string(),
  /** True once the seller's signature has been on the wire: only a hard cancel makes it void. */
  disclosed: z.boolean(),
});

export const OrdersQuery = z.object({
  net: Net,
  tick: Tick,
  orderType: z.enum(['1', '2']).optional(),
  orderState: z.enum(['1', '2', '21']),
  sortKey: z.enum(['coinRatePrice', 'timestamp']).optional(),
  sortType: z.enum(['1', '-1']).optional(),
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
});
export const OrderList = z.object({ total: z.int(), results: z.array(Order), at: At });
export const MyOrdersQuery = z.object({
  net: Net,
  orderState: z.enum(['1', '2', '3', '5', '6', '21']),
  tick: Tick.optional(),
  sortKey: z.enum(['timestamp']).optional(),
  sortType: z.enum(['1', '-1']).optional(),
});

export const PushAsk = z.object({
  net: Net,
  address: Address,
  tick: Tick,
  coinAmount: Decimal,
  orderState: z.literal(1),
  orderType: z.literal(1),
  psbtRaw: Hex,
});
export const OrderAnswer = z.object({ orderId: OrderId, orderState: OrderState });
export const UpdateOrder = z.object({
  net: Net,
  address: Address,
  orderId: OrderId,
  orderState: z.literal(3),
});

export const ToSign = z.object({ index: z.int(), sighash: z.int() });

export const PrepareTake = z.object({
  net: Net,
  orderIds: z.array(OrderId).min(1).max(20),
  buyerAddress: Address,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
});
export const PreparedTake = z.object({
  takeId: TradeId,
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  /** Every input's coin with all on it; the page computes `effects` from these and the bytes. */
  coins: z.array(WireCoin),
  fees: z.object({
    networkFee: Whole,
    serviceFee: Whole,
    feeAddress: z.string(),
    vsize: z.int(),
    feeRate: z.number(),
  }),
  /** All the buyer spends, in sat. */
  total: Whole,
  expiresAt: Timestamp,
});

/** Submits a signed take (orderState 2, takeId) or cancels softly (orderState 3, orderId). */
export const UpdateOrderV2 = z.discriminatedUnion('orderState', [
  z.object({ orderState: z.literal(2), net: Net, address: Address, takeId: TradeId, psbtRaw: Hex }),
  z.object({ orderState: z.literal(3), net: Net, address: Address, orderId: OrderId }),
]);

export const PrepareCancel = z.object({
  net: Net,
  address: Address,
  orderId: OrderId,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
});
export const PreparedCancel = z.object({
  orderId: OrderId,
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  coins: z.array(WireCoin),
  fees: z.object({ networkFee: Whole, vsize: z.int(), feeRate: z.number() }),
  expiresAt: Timestamp,
});
export const SubmitCancel = z.object({ net: Net, address: Address, orderId: OrderId, psbtRaw: Hex });
export const CancelAnswer = z.object({ orderId: OrderId, orderState: OrderState, txId: TxidText });

export const TradeState = z.enum([
  'submitted',
  'co-signed',
  'committed',
  'sent',
  'seen',
  'confirmed',
  'final',
  'void',
]);
export const Trade = z.object({
  tradeId: TradeId,
  state: TradeState,
  orderIds: z.array(OrderId),
  tick: Tick,
  assetId: z.string(),
  coinAmount: Decimal,
  amount: Whole,
  networkFee: Whole,
  serviceFee: Whole,
  buyerAddress: Address,
  txId: z.string(),
  confirmations: z.int(),
  /** For a void trade: why, in words. */
  reason: z.string(),
  /** For a void trade: the best open orders of the same size class, cheapest first. */
  nextBest: z.array(OrderId),
  timestamp: Timestamp,
});
export const TradeAnswer = Trade;
export const TradeList = z.object({ total: z.int(), results: z.array(Trade) });

export const TickersQuery = z.object({ net: Net, tick: Tick.optional() });
export const Tickers = z.object({
  results: z.array(
    z.object({
      tick: Tick,
      assetId: z.string(),
      net: Net,
      /** Market price in sat per token. */
      avgPrice: z.string(),
      lastPrice: z.string(),
      floorPrice: z.string(),
      volume24h: Whole,
      trades24h: z.int(),
      openOrders: z.int(),
    }),
  ),
});

/** One message of the public feed. */
export const FeedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), at: At }),
  z.object({ kind: z.literal('tip'), at: At }),
  z.object({ kind: z.literal('order'), tick: Tick, order: Order }),
  z.object({ kind: z.literal('gone'), tick: Tick, orderId: OrderId, reason: z.string() }),
  z.object({ kind: z.literal('deal'), tick: Tick, order: Order }),
]);
/** One message of a user's own feed. */
export const MyFeedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), at: At }),
  z.object({ kind: z.literal('trade'), trade: Trade }),
  z.object({ kind: z.literal('my-order'), order: Order }),
]);

export type Order = z.infer<typeof Order>;
export type OrderList = z.infer<typeof OrderList>;
export type PushAsk = z.infer<typeof PushAsk>;
export type OrderAnswer = z.infer<typeof OrderAnswer>;
export type UpdateOrder = z.infer<typeof UpdateOrder>;
export type PrepareTake = z.infer<typeof PrepareTake>;
export type PreparedTake = z.infer<typeof PreparedTake>;
export type UpdateOrderV2 = z.infer<typeof UpdateOrderV2>;
export type PrepareCancel = z.infer<typeof PrepareCancel>;
export type PreparedCancel = z.infer<typeof PreparedCancel>;
export type SubmitCancel = z.infer<typeof SubmitCancel>;
export type CancelAnswer = z.infer<typeof CancelAnswer>;
export type Trade = z.infer<typeof Trade>;
export type TradeList = z.infer<typeof TradeList>;
export type Tickers = z.infer<typeof Tickers>;
export type FeedEvent = z.infer<typeof FeedEvent>;
export type MyFeedEvent = z.infer<typeof MyFeedEvent>;
