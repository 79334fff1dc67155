/** Standing bids: key, ladder, fills of market sells, cancels, exits. No answer ever carries a bidder's promise. */
import { z } from 'zod';
import { WireCoin } from '../wire/effects.ts';
import { MAX_RUNGS } from '../limits.ts';
import { ToSign } from './orders.ts';
import { WireTicket } from '../wire/ticket.ts';
import {
  Address,
  AssetIdText,
  Book,
  Decimal,
  FeeRateNumber,
  Hex,
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

export const BidId = z.uuid();

/** A transaction to sign, with what the page needs to compute its `effects`. */
export const BidPsbt = z.object({
  psbtRaw: z.string(),
  toSignInputs: z.array(ToSign),
  /** Every input's coin with all on it; a lock that is not on the chain yet has no height. */
  coins: z.array(WireCoin),
});

/** `feeRate`: of the funding that is meant, in sat/vB. */
export const BidKeyQuery = z.object({
  net: Net,
  feeRate: z
    .string()
    .regex(/^[0-9]{1,4}(\.[0-9]{1,3})?$/)
    .optional(),
});
/** What a bid needs to know before it is prepared. */
export const BidKey = z.object({
  /** The exchange's half of every lock. */
  platformPublicKey: PublicKeyHex,
  /** Blocks after which a published lock is its bidder's alone. */
  exitAfter: z.int(),
  /** How long a bid stands unless it says otherwise, and at most, in blocks. */
  expiryBlocks: z.int(),
  mostExpiryBlocks: z.int(),
  /** What an exit pays, in sat. */
  exitFee: Whole,
  /**
   * The least a rung may be, in sat, for the caller's address at the rate that was named; without one at the lowest that is taken now. A
   * higher rate raises it.
   */
  smallestRung: Whole,
  /** Of a bid in all, in sat. */
  caps: z.object({ bid: Whole }),
});

/**
 * Builds a ladder: one funding transaction that is held back, a lock for each rung, a promise and an exit for each lock. `signingKey`:
 * `internal` for a wallet that signs a taproot leaf with the key before the tweak. `replaces` is an own bid whose funding is not
 * published: its coins may be used again, and the push deletes its signatures.
 */
export const PrepareBid = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  signingKey: z.enum(['internal']).optional(),
  tick: Tick,
  assetId: AssetIdText.optional(),
  /** How much, and for how many sat in all. */
  rungs: z
    .array(z.object({ coinAmount: Decimal, amount: Whole }))
    .min(1)
    .max(MAX_RUNGS),
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
  /** 1: whoever sells into it pays no service fee. */
  freeState: z.union([z.literal(0), z.literal(1)]).optional(),
  expiryBlocks: z.int().min(1).optional(),
  replaces: BidId.optional(),
});
export const PreparedBid = z.object({
  bidId: BidId,
  /** In the order of the rungs: rung i is output i + 1 of the funding. */
  tickets: z.array(WireTicket),
  funding: BidPsbt,
  promises: z.array(BidPsbt),
  exits: z.array(BidPsbt),
  fees: z.object({
    /** Of the funding, paid with the first fill. */
    networkFee: Whole,
    vsize: z.int(),
    feeRate: z.number(),
    /** The funding and the cancel of all its locks at this rate: what it costs when nobody buys for it after all. */
    worstCost: Whole,
  }),
  /** All that leaves the address's coins, in sat: the rungs and the network fee. */
  total: Whole,
  expiresAt: Timestamp,
});

const Signed = z.array(Hex).min(1).max(MAX_RUNGS);
/** The signed ladder. Nothing is published: the funding is sent with the first fill. */
export const PushBid = z.object({
  net: Net,
  address: Address,
  bidId: BidId,
  fundingPsbt: Hex,
  promisePsbts: Signed,
  exitPsbts: Signed,
});
export const PushedBid = z.object({
  bidId: BidId,
  /** One order for each rung, in their order. */
  orderIds: z.array(OrderId),
});

export const BidFeeQuery = z.object({ net: Net, orderId: OrderId });
/** What selling into this one order costs its seller. */
export const BidFee = z.object({ feeAddress: z.string(), platformFee: Whole });

/** Builds a sale into resting bids: a transaction for each, with one own lot of exactly its amount. */
export const PrepareFills = z.object({
  net: Net,
  sellerAddress: Address,
  publicKey: PublicKeyHex,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
  fills: z
    .array(z.object({ orderId: OrderId, outpoint: OutpointText }))
    .min(1)
    .max(MAX_RUNGS),
  /** The least the whole sale must bring, in sat, after all fees: below it, it is refused. */
  least: Whole.optional(),
});
export const FillToSign = BidPsbt.extend({
  orderId: OrderId,
  tradeId: TradeId,
  /** What the bidder promised for this lock. */
  ticket: WireTicket,
  /** What the seller gets, in sat. */
  proceeds: Whole,
  networkFee: Whole,
  vsize: z.int(),
  feeRate: z.number(),
  serviceFee: Whole,
  /** Empty where no service fee is owed. */
  feeAddress: z.string(),
});
export const PreparedFills = z.object({
  saleId: z.uuid(),
  transactions: z.array(FillToSign),
  /** What the seller gets of all of them, in sat. */
  total: Whole,
  expiresAt: Timestamp,
});

export const SubmitFills = z.object({
  net: Net,
  address: Address,
  saleId: z.uuid(),
  /** Signed, in the order they were given. */
  psbtRaws: Signed,
});
/** Of each fill, in the order they were given; a refused one has no transaction and says why. */
export const FilledBids = z.object({
  /** Of those that were sent. */
  txIds: z.array(TxidText),
  tradeIds: z.array(TradeId),
  results: z.array(
    z.object({
      orderId: OrderId,
      tradeId: TradeId,
      txId: z.union([TxidText, z.literal('')]),
      /** The refusal's name; empty when it was sent. */
      refusal: z.string(),
    }),
  ),
});

/**
 * A cancel on the chain. `funding`: of a bid that is not published, one coin of its funding goes back to the bidder, so that no fill can
 * ever happen. `locks`: of published rungs, all in one transaction that the exchange signs as well.
 */
export const PrepareBidCancel = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  kind: z.enum(['funding', 'locks']),
  bidId: BidId.optional(),
  orderIds: z.array(OrderId).min(1).max(MAX_RUNGS).optional(),
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
});
export const PreparedBidCancel = BidPsbt.extend({
  cancelId: z.uuid(),
  bidId: BidId,
  orderIds: z.array(OrderId),
  /** For `locks`: what each lock was made for, in the order of the inputs. */
  tickets: z.array(WireTicket),
  /** What comes back, in sat. */
  refund: Whole,
  fees: z.object({ networkFee: Whole, vsize: z.int(), feeRate: z.number() }),
  expiresAt: Timestamp,
});
export const SubmitBidCancel = z.object({ net: Net, address: Address, cancelId: z.uuid(), psbtRaw: Hex });
export const BidCancelAnswer = z.object({
  cancelId: z.uuid(),
  bidId: BidId,
  orderIds: z.array(OrderId),
  txId: TxidText,
});

export const OwnBidLocksQuery = z.object({ net: Net, address: Address });
/** A rung of one's own: its lock is, or will be, on the chain and nothing spends it, whatever became of its order; or it is open, and its funding held. */
export const OwnBidLock = z.object({
  orderId: OrderId,
  bidId: BidId,
  book: Book,
  tick: Tick,
  assetId: AssetIdText,
  /** What the rung buys. */
  coinAmount: Decimal,
  /** Sats in the lock. */
  amount: Whole,
  /** The finer state of the order. */
  state: z.string(),
  /** As `BidRecoverInfo` has it. */
  lock: z.enum(['held', 'waiting', 'locked']),
  outpoint: OutpointText,
  /** The first block that may hold the exit; once the funding is in a block. */
  exitHeight: z.int().optional(),
  /** True when the exit can be sent now. */
  ripe: z.boolean(),
});
export const OwnBidLocks = z.object({ results: z.array(OwnBidLock) });

export const BidRecoverInfoQuery = z.object({ net: Net, orderId: OrderId });
/** The way home of one lock: its exit was signed when it was made. */
export const BidRecoverInfo = z.object({
  orderId: OrderId,
  bidId: BidId,
  ticket: WireTicket,
  outpoint: OutpointText,
  /** Sats in the lock. */
  amount: Whole,
  /** The finer state of the order. */
  state: z.string(),
  /** `held`: the funding was never sent, its coins were never spent by it; `waiting`: in no block; `locked`: in a block; `spent`: no more. */
  lock: z.enum(['held', 'waiting', 'locked', 'spent']),
  /** The first block that may hold the exit; once the funding is in a block. */
  exitHeight: z.int().optional(),
  /** True when the exit can be sent now. */
  ripe: z.boolean(),
  /** The signed exit: good for nothing but the bidder's own address. */
  exitRaw: z.string(),
  exitTxId: z.string(),
  /** What spends the lock, when something does; empty otherwise. */
  spentBy: z.string(),
  /** The rescue file of the whole bid. */
  rescue: z.string(),
});
/** Sends the stored exit of one lock. */
export const RecoverBid = z.object({ net: Net, address: Address, orderId: OrderId });
export const RecoveredBid = z.object({ orderId: OrderId, txId: TxidText });

export type BidPsbt = z.infer<typeof BidPsbt>;
export type BidKey = z.infer<typeof BidKey>;
export type PrepareBid = z.infer<typeof PrepareBid>;
export type PreparedBid = z.infer<typeof PreparedBid>;
export type PushBid = z.infer<typeof PushBid>;
export type PushedBid = z.infer<typeof PushedBid>;
export type BidFee = z.infer<typeof BidFee>;
export type PrepareFills = z.infer<typeof PrepareFills>;
export type FillToSign = z.infer<typeof FillToSign>;
export type PreparedFills = z.infer<typeof PreparedFills>;
export type SubmitFills = z.infer<typeof SubmitFills>;
export type FilledBids = z.infer<typeof FilledBids>;
export type PrepareBidCancel = z.infer<typeof PrepareBidCancel>;
export type PreparedBidCancel = z.infer<typeof PreparedBidCancel>;
export type SubmitBidCancel = z.infer<typeof SubmitBidCancel>;
export type BidCancelAnswer = z.infer<typeof BidCancelAnswer>;
export type OwnBidLock = z.infer<typeof OwnBidLock>;
export type OwnBidLocks = z.infer<typeof OwnBidLocks>;
export type BidRecoverInfo = z.infer<typeof BidRecoverInfo>;
export type RecoverBid = z.infer<typeof RecoverBid>;
export type RecoveredBid = z.infer<typeof RecoveredBid>;
