/** What the signer is asked about locks: to take on a bid, to sign a fill of one of its locks, to sign the way back to the bidder. */
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';
import { MAX_RUNGS } from '../limits.ts';
import { WireTicket } from '../wire/ticket.ts';
import type { WireFillPlan } from './fill-plan.ts';
import { HexText, Money, Point, RawText, Witness } from './words.ts';

/** Five coins and thirteen outputs have a tenth of it. */
const FUNDING_DIGITS = 20_000;
/** One input and one output. */
const EXIT_DIGITS = 2_000;
const MANY_DIGITS = 20_000;

const BidId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[0-9a-f-]+$/);

/** A bid with all that its owner signed; promises and exits are in the tickets' order. */
export const AdmitRequest = z.object({
  bidId: BidId,
  tickets: z.array(WireTicket).min(1).max(MAX_RUNGS),
  fundingRaw: RawText(FUNDING_DIGITS),
  promises: z.array(HexText).max(MAX_RUNGS),
  exits: z.array(RawText(EXIT_DIGITS)).max(MAX_RUNGS),
});

const FillByOutpoints: z.ZodType<WireFillPlan<Outpoint>> = z.object({
  coin: Point,
  lot: Point,
  lotSequence: z.int(),
  sellerScript: HexText,
  sellerKey: HexText,
  serviceFee: z.object({ script: HexText, value: Money }).nullable(),
  feeRateSatVb: z.number().positive(),
  proceeds: Money,
});

/** A fill with everybody's half but the exchange's. */
export const FillRequest = z.object({
  tradeId: z.uuid(),
  unsigned: RawText(MANY_DIGITS),
  plan: FillByOutpoints,
  ticket: WireTicket,
  promise: HexText,
  sellerWitness: Witness,
});

/** Published locks of one bidder back to his address, in one transaction. */
export const CancelRequest = z.object({
  locks: z
    .array(z.object({ ticket: WireTicket, outpoint: Point }))
    .min(1)
    .max(MAX_RUNGS),
  feeRateSatVb: z.number().positive(),
  refund: Money,
  unsigned: RawText(MANY_DIGITS),
  /** In the locks' order. */
  userSignatures: z.array(HexText).max(MAX_RUNGS),
});

export type AdmitRequest = z.infer<typeof AdmitRequest>;
export type FillRequest = z.infer<typeof FillRequest>;
export type CancelRequest = z.infer<typeof CancelRequest>;
