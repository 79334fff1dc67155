/** Protected asks: the lot lies in a lock, and its seller's promise is worth nothing without the exchange. No answer ever carries a promise. */
import { z } from 'zod';
import { BidPsbt } from './bids.ts';
import { OrderState } from './orders.ts';
import { WireTicket } from '../wire/ticket.ts';
import {
  Address,
  Book,
  FeeRateNumber,
  Hex,
  Net,
  OrderId,
  OutpointText,
  PublicKeyHex,
  Tick,
  Timestamp,
  TxidText,
  Whole,
} from '../wire/wire.ts';

export const LockTermsQuery = z.object({ net: Net });
/** What a seller is told before he locks anything. */
export const LockTerms = z.object({
  /** The exchange's half of every lock. */
  platformPublicKey: PublicKeyHex,
  /** Blocks after which a lock is its seller's alone: if the exchange dies, the token waits so long. */
  exitAfter: z.int(),
  /** Sats in a lock: they go to the buyer with the lot, or come back less a fee. */
  value: Whole,
  /** Blocks before its exit in which nothing is sold from it. */
  endsBefore: z.int(),
});

/**
 * Builds a protected ask of an own lot: the transaction that locks it, its promise, and two exits. With `renews` the lot is that of an own
 * protected ask, and moves from its lock into a new one.
 */
export const PrepareLock = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  signingKey: z.enum(['internal']).optional(),
  outpoint: OutpointText,
  renews: OrderId.optional(),
  /** What the seller is paid, in sat. */
  amount: Whole,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
  /** 1: the taker pays no service fee. */
  freeState: z.union([z.literal(0), z.literal(1)]).optional(),
});
export const PreparedLock = z.object({
  lockId: z.uuid(),
  ticket: WireTicket,
  /** Of the lock the lot comes out of, when it is renewed. */
  from: WireTicket.optional(),
  locking: BidPsbt,
  promise: BidPsbt,
  /** The usual exit, and one that pays nearly all its sats to the miners. */
  exits: z.array(BidPsbt).length(2),
  fees: z.object({ networkFee: Whole, vsize: z.int(), feeRate: z.number() }),
  /** All that leaves the seller's money, in sat: the network fee, and what goes into the lock beyond the lot's own sats. */
  cost: Whole,
  expiresAt: Timestamp,
});

/** The signed parts. The lot is locked at once, and offered when its lock is deep enough. */
export const PushLock = z.object({
  net: Net,
  address: Address,
  lockId: z.uuid(),
  lockingPsbt: Hex,
  promisePsbt: Hex,
  exitPsbts: z.array(Hex).length(2),
});
export const PushedLock = z.object({ orderId: OrderId, orderState: OrderState, txId: TxidText });

export const OwnLocksQuery = z.object({ net: Net, address: Address });
/** A lot of one's own that lies in a lock, whatever became of its order. */
export const OwnLock = z.object({
  orderId: OrderId,
  book: Book,
  tick: Tick,
  /** Decimals of the token. */
  coinDecimalNum: z.int(),
  /** The finer state of the order. */
  state: z.string(),
  /** 1: whoever takes it pays no service fee. */
  freeState: z.int(),
  ticket: WireTicket,
  outpoint: OutpointText,
  /** The first block that may hold an exit; once a block has the lock. */
  exitHeight: z.int().optional(),
  /** True when an exit can be sent now. */
  ripe: z.boolean(),
  /** True while a transaction that waits for its block takes the lot out: an exit, a cancel, a sale, a move into a new lock. */
  leaving: z.boolean(),
  /** Both signed exits: good for nothing but the seller's own address. */
  exits: z.array(z.string()).length(2),
  /** The rescue file of this lock. */
  rescue: z.string(),
});
export const OwnLocks = z.object({ results: z.array(OwnLock) });

/** Sends a stored exit: the usual one, or the dear one. */
export const LeaveLock = z.object({
  net: Net,
  address: Address,
  orderId: OrderId,
  dear: z.boolean().optional(),
});
export const LeftLock = z.object({ orderId: OrderId, txId: TxidText });

export type LockTerms = z.infer<typeof LockTerms>;
export type PrepareLock = z.infer<typeof PrepareLock>;
export type PreparedLock = z.infer<typeof PreparedLock>;
export type PushLock = z.infer<typeof PushLock>;
export type PushedLock = z.infer<typeof PushedLock>;
export type OwnLock = z.infer<typeof OwnLock>;
export type OwnLocks = z.infer<typeof OwnLocks>;
export type LeaveLock = z.infer<typeof LeaveLock>;
export type LeftLock = z.infer<typeof LeftLock>;
