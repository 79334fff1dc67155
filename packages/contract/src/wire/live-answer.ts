/** What becomes of a seller's answer to a live bid: as its seller asks, and as both are told. */
import { z } from 'zod';
import { Address, Decimal, OrderId, Tick, Timestamp, TradeId, TxidText, Whole } from './wire.ts';

export const AnswerId = z.uuid();

/**
 * What became of an answer. `prepared`: not signed by its seller; `waiting`: for the bidder; `signed`: by both, see the trade; `absent`: the
 * bidder did not sign in time; `declined`: the bidder said no; `failed`: it can not happen. Of the last three the half is deleted.
 */
export const LiveAnswer = z.object({
  answerId: AnswerId,
  orderId: OrderId,
  state: z.enum(['prepared', 'waiting', 'signed', 'absent', 'declined', 'failed']),
  bidderAddress: Address,
  sellerAddress: Address,
  tick: Tick,
  assetId: z.string(),
  coinAmount: Decimal,
  amount: Whole,
  proceeds: Whole,
  /** Until then the bidder can sign; once it waits, or did. */
  signBy: Timestamp.optional(),
  /** While it waits: milliseconds that were left when this was told. */
  leftMs: z.int().optional(),
  /** The trade it became, and by which transaction. */
  tradeId: TradeId.optional(),
  txId: TxidText.optional(),
  /** In words, why nothing came of it. */
  reason: z.string(),
});

export type LiveAnswer = z.infer<typeof LiveAnswer>;
