/** The order book: orders, takes, cancels, trades. Field names are the original product's (rules §9). */
import { z } from 'zod';
import { WireCoin, WireEffects } from '../wire/effects.ts';
import { MAX_LOTS } from '../limits.ts';
import { WireTicket } from '../wire/ticket.ts';
import {
  Address,
  AssetIdText,
  At,
  Book,
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
} from '../wire/wire.ts';

/** The position in a stream of the feed. Counts of different epochs cannot be compared. */
export const Counted = z.object({ seq: z.int().min(0), epoch: z.string() });

/** 1 open (also paused, pending), 2 done, 3 cancelled (also cancelling), 5 expired, 6 invalid. */
export const OrderState = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(6)]);

export const Order = z.object({
  orderId: OrderId,
  book: Book,
  orderState: OrderState,
  /** The finer state behind the wire code: open, paused, cancelling, done, cancelled, expired, invalid. */
  state: z.string(),
  /** True while a take of it is unconfirmed. */
  pending: z.boolean(),
  orderType: z.int(),
  net: Net,
  tick: Tick,
  assetId: z.string(),
  /** Total price in sat. */
  amount: Whole,
  coinAmount: Decimal,
  /** Decimals of the token. */
  coinDecimalNum: z.int(),
  /** Price in sat per whole token, exact to 18 places: amount / coinAmount. */
  coinRatePrice: z.string(),
  /** 1: the taker pays no service fee. */
  freeState: z.int(),
  /** Empty while nobody has sold into a bid, or bought an ask. */
  sellerAddress: z.string(),
  buyerAddress: z.string(),
  /** Empty but for BRC-20. */
  inscriptionId: z.union([InscriptionIdText, z.literal('')]),
  /** Of a live bid empty: nothing is locked for it. */
  outpoint: z.union([OutpointText, z.literal('')]),
  /** Empty unless it is one's own. */
  psbtRaw: z.string(),
  takePsbtRaw: z.string(),
  /** What its taker pays the exchange for it, in sat: of a sold one its part of the fee, of an open one the fee of buying it alone. */
  platformFee: Whole,
  timestamp: Timestamp,
  /** When it was closed, for history and market trades. */
  dealTimestamp: Timestamp.optional(),
  dealTx: z.string(),
  /** Why it was closed or paused, in words. */
  reason: z.string(),
  /** True once the seller's signature has been on the wire: only a hard cancel makes it void. */
  disclosed: z.boolean(),
  /** In the list of one's own orders, of one that is being bought: the block from which it may be cancelled on the chain all the same, when none has the purchase by then. */
  cancelFrom: z.int().optional(),
  /** Once that block is there: the least fee rate of the cancel in sat/vB. It pays for all that goes away with the purchase. */
  cancelRate: z.number().optional(),
  /** Of a rung of a bid: the ladder it is of. */
  bidId: z.uuid().optional(),
  /** All rungs of that ladder together, in sat: one that is not published is opened by a sale into at least a quarter of it. */
  bidAmount: Whole.optional(),
  /** From this block on nobody sells into it. */
  expiryHeight: z.int().optional(),
  /** True once its funding was sent: its lock is on the chain, or on its way there. */
  published: z.boolean().optional(),
  /** The first block in which its bidder alone may take the lock back; once the funding is in a block. */
  exitHeight: z.int().optional(),
  /** True while its funding, unpublished, pays less than the network takes: nobody can sell into it now. */
  greyed: z.boolean().optional(),
  /** Of a protected ask: what its seller promised for the lock that the lot lies in; `exitHeight` is that lock's. */
  ticket: WireTicket.optional(),
  /** True of a live bid: nothing is locked, its bidder signs when a seller answers. */
  live: z.boolean().optional(),
});

/** Without a tick only with `buyerAddress`, by that buyer: the bids that failed and whose locks are not taken back yet (orderState 50). */
export const OrdersQuery = z.object({
  net: Net,
  tick: Tick.optional(),
  assetId: AssetIdText.optional(),
  buyerAddress: Address.optional(),
  /** Any text, so that a wrong one is refused as an invalid order type and not as a request nobody understands. */
  orderType: z.string().max(20).optional(),
  orderState: z.enum(['1', '2', '21', '50']),
  sortKey: z.enum(['coinRatePrice', 'timestamp']).optional(),
  sortType: z.enum(['1', '-1']).optional(),
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .optional(),
});
export const OrderList = z.object({
  /** How many are in here. */
  total: z.int(),
  results: z.array(Order),
  /** True where there are further ones after the last. */
  more: z.boolean().optional(),
  at: At,
  /** The count of the token's feed when this was read: every event up to it is in here. */
  ...Counted.partial().shape,
});
export const MyOrdersQuery = z.object({
  net: Net,
  orderState: z.enum(['1', '2', '3', '5', '6', '21', '50']),
  tick: Tick.optional(),
  assetId: AssetIdText.optional(),
  sortKey: z.enum(['timestamp']).optional(),
  sortType: z.enum(['1', '-1']).optional(),
  /** How many, 500 at most. */
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .optional(),
  /** The page after this order: those placed before it. */
  before: OrderId.optional(),
});

export const PushAsk = z.object({
  net: Net,
  address: Address,
  tick: Tick,
  assetId: AssetIdText.optional(),
  coinAmount: Decimal,
  orderState: z.literal(1),
  orderType: z.int(),
  freeState: z.union([z.literal(0), z.literal(1)]).optional(),
  psbtRaw: Hex,
});
export const OrderAnswer = z.object({ orderId: OrderId, orderState: OrderState });
/** Cancels softly: one order, or several of the own ones in one call. */
const SoftCancel = z.object({
  net: Net,
  address: Address,
  orderState: z.literal(3),
  orderId: OrderId.optional(),
  orderIds: z.array(OrderId).min(1).max(MAX_LOTS).optional(),
});
export const UpdateOrder = SoftCancel;
/** The result for each order of a batch; `refusal` names why one was not cancelled. */
export const CancelledOrders = z.object({
  results: z.array(z.object({ orderId: OrderId, cancelled: z.boolean(), refusal: z.string().optional() })),
});

export const ToSign = z.object({ index: z.int(), sighash: z.int() });

export const PrepareTake = z.object({
  net: Net,
  orderIds: z.array(OrderId).min(1).max(MAX_LOTS),
  buyerAddress: Address,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** The most the purchase may cost, in sat, everything included: above it, it is refused. */
  budget: Whole.optional(),
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
});
export const PreparedTake = z.object({
  takeId: TradeId,
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  /** Every input's coin with all on it; the page computes `effects` from these and the bytes. */
  coins: z.array(WireCoin),
  effects: WireEffects,
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

const SignedTake = z.object({ orderState: z.literal(2), net: Net, address: Address, psbtRaw: Hex });

/** Lowers the price in place (orderState 1, a new signature), submits a signed take (2, takeId or one of its orders), cancels softly (3, orderId or orderIds). */
export const UpdateOrderV2 = z.union([
  z.discriminatedUnion('orderState', [
    z.object({ orderState: z.literal(1), net: Net, address: Address, orderId: OrderId, psbtRaw: Hex }),
    SignedTake.extend({ takeId: TradeId }),
    SoftCancel,
  ]),
  SignedTake.extend({ orderId: OrderId }),
]);

export const PrepareCancel = z.object({
  net: Net,
  address: Address,
  orderId: OrderId,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
});
export const PreparedCancel = z.object({
  orderId: OrderId,
  /** Of the lock that a protected ask's lot comes out of. */
  ticket: WireTicket.optional(),
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  coins: z.array(WireCoin),
  fees: z.object({ networkFee: Whole, vsize: z.int(), feeRate: z.number() }),
  expiresAt: Timestamp,
});
export const SubmitCancel = z.object({ net: Net, address: Address, orderId: OrderId, psbtRaw: Hex });
export const CancelAnswer = z.object({ orderId: OrderId, orderState: OrderState, txId: TxidText });

/** The states of `market`, which may not be imported here; a test of the server compares the two. */
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
  book: Book,
  /** `sell`: a lot sold into a resting bid. Absent: resting asks were bought. */
  side: z.literal('sell').optional(),
  state: TradeState,
  orderIds: z.array(OrderId),
  tick: Tick,
  assetId: z.string(),
  coinAmount: Decimal,
  /** Decimals of the token. */
  coinDecimalNum: z.int(),
  amount: Whole,
  networkFee: Whole,
  serviceFee: Whole,
  buyerAddress: Address,
  /** Of a `sell`: who sold, and pays both fees. */
  sellerAddress: Address.optional(),
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

export type Order = z.infer<typeof Order>;
export type OrderList = z.infer<typeof OrderList>;
export type PushAsk = z.infer<typeof PushAsk>;
export type OrderAnswer = z.infer<typeof OrderAnswer>;
export type CancelledOrders = z.infer<typeof CancelledOrders>;
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
