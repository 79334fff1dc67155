/** Live bids: nothing is locked. A seller answers with his half, the bidder's page signs the other one within the time. */
import { z } from 'zod';
import { BidPsbt } from './bids.ts';
import { AnswerId } from '../wire/live-answer.ts';
import {
  Address,
  AssetIdText,
  Decimal,
  FeeRateNumber,
  Hex,
  Net,
  OrderId,
  OutpointText,
  PublicKeyHex,
  Tick,
  Timestamp,
  Whole,
} from '../wire/wire.ts';

/** Lists a live bid: so much of the token, for so many sat in all. It is in the book while its bidder's page beats. */
export const PushLiveBid = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  tick: Tick,
  assetId: AssetIdText.optional(),
  coinAmount: Decimal,
  amount: Whole,
});
export const LiveBid = z.object({
  orderId: OrderId,
  /** A bid without a beat of its bidder for so many seconds is not in the book. */
  listedFor: z.number(),
  /** So many seconds a bidder has to sign an answer. */
  signWithin: z.number(),
});

/** How live bids work here, told before one is made. */
export const LiveTermsQuery = z.object({ net: Net });
export const LiveTerms = z.object({
  /** A bid without a beat of its bidder for so many seconds is not in the book. */
  listedFor: z.number(),
  /** So many seconds a bidder has to sign an answer; then its seller's half is deleted. */
  signWithin: z.number(),
  /** After so many answers in a row that were left unsigned the bids of an address leave the book, */
  absences: z.int(),
  /** and it lists none for so many blocks. */
  pauseBlocks: z.int(),
});

/** A page of a bidder is there: his live bids are listed for a while more. */
export const BeatLiveBids = z.object({
  net: Net,
  address: Address,
  /** Those the caller can sign for; without it all of the address. */
  orderIds: z.array(OrderId).max(100).optional(),
});
export const LiveBeat = z.object({
  /** Those that are in the book, or in an answer that waits. */
  orderIds: z.array(OrderId),
  /** Answers that wait for a signature of the bidder. */
  waiting: z.int(),
  listedFor: z.number(),
  signWithin: z.number(),
  /** No live bid of the address is listed before this block. */
  pausedUntil: z.int().optional(),
});

/** Takes a live bid out of the book. An answer that waits is ended, which counts like leaving it unsigned. */
export const RemoveLiveBid = z.object({ net: Net, address: Address, orderId: OrderId });
export const RemovedLiveBid = z.object({ orderId: OrderId });

/** Builds the sale of one own lot into a live bid: the bidder's coins pay the price, both fees come out of it. */
export const PrepareLiveAnswer = z.object({
  net: Net,
  address: Address,
  publicKey: PublicKeyHex,
  orderId: OrderId,
  outpoint: OutpointText,
  feeRate: FeeRateNumber,
  /** Consent to a rate above four times the fast plan. */
  highFee: z.boolean().optional(),
  /** The least the sale must bring, in sat, after both fees: below it, it is refused. */
  least: Whole.optional(),
});
const LiveSale = BidPsbt.extend({
  answerId: AnswerId,
  orderId: OrderId,
  /** The lot. */
  outpoint: OutpointText,
  bidderAddress: Address,
  sellerAddress: Address,
  /** All the bidder pays, in sat; what is too small for change may come on top. */
  amount: Whole,
  /** What the seller gets, in sat. */
  proceeds: Whole,
  networkFee: Whole,
  vsize: z.int(),
  feeRate: z.number(),
  serviceFee: Whole,
  feeAddress: z.string(),
});
export const PreparedLiveAnswer = LiveSale.extend({
  expiresAt: Timestamp,
  /** So many seconds the bidder has once the signed half is there; then it is deleted. */
  signWithin: z.number(),
});

/** The seller's signed half. It is kept until the bidder has signed, at most for the named seconds. */
export const SubmitLiveAnswer = z.object({
  net: Net,
  address: Address,
  answerId: AnswerId,
  psbtRaw: Hex,
});
export const LiveAnswerQuery = z.object({ net: Net, answerId: AnswerId });

export const WaitingAnswersQuery = z.object({ net: Net });
/** An answer as its bidder signs it; the seller's half is not in it. */
export const WaitingAnswer = LiveSale.extend({
  signBy: Timestamp,
  /** Milliseconds that were left when this was told: for a caller whose clock is another one. */
  leftMs: z.int(),
});
export const WaitingAnswers = z.object({ results: z.array(WaitingAnswer) });

/** The bidder's signed half: both go together, and the transaction is sent. */
export const SignLiveAnswer = z.object({ net: Net, address: Address, answerId: AnswerId, psbtRaw: Hex });
/** The bidder says no at once; it counts like not being there. */
export const DeclineLiveAnswer = z.object({ net: Net, address: Address, answerId: AnswerId });

export type PushLiveBid = z.infer<typeof PushLiveBid>;
export type LiveTerms = z.infer<typeof LiveTerms>;
export type LiveBid = z.infer<typeof LiveBid>;
export type BeatLiveBids = z.infer<typeof BeatLiveBids>;
export type LiveBeat = z.infer<typeof LiveBeat>;
export type RemoveLiveBid = z.infer<typeof RemoveLiveBid>;
export type PrepareLiveAnswer = z.infer<typeof PrepareLiveAnswer>;
export type PreparedLiveAnswer = z.infer<typeof PreparedLiveAnswer>;
export type SubmitLiveAnswer = z.infer<typeof SubmitLiveAnswer>;
export type WaitingAnswer = z.infer<typeof WaitingAnswer>;
export type SignLiveAnswer = z.infer<typeof SignLiveAnswer>;
export type DeclineLiveAnswer = z.infer<typeof DeclineLiveAnswer>;
