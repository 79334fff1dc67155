/** A line of the journal: what was signed, and by what it was checked. Of halves only those of a fill, a sale, a cancel or an act on a pool, which our own completes. */
import { WireTicket } from '@rialto/contract';
import { isOutpoint } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { z } from 'zod';
import { CHECKED, Whole } from './checked.ts';
import { JOINT_LINES } from './joint-lines.ts';
import { PoolEtchLine, PoolFreeLine, PoolLine, PoolRestockLine } from './pool-lines.ts';

const Point: z.ZodType<Outpoint> = z.string().refine(isOutpoint);

/** About pads: what old versions wrote too. */
const PadLine = z.object({
  ...CHECKED,
  /** `cosign`: our half of a take. `stock`: a transaction of our own that makes pads. */
  kind: z.enum(['cosign', 'stock']),
  tradeId: z.string().optional(),
  /** Pads it spends. */
  spends: z.array(Point),
  /** Pads it makes. */
  makes: z.array(Point),
  /** Our own sats that a take spends (and returns), or the fee a stock transaction pays. */
  stake: Whole.default('0'),
});

/** A bid that was taken on. It never holds a promise: who reads the journal can fill nothing. */
const AdmitLine = z.object({
  ...CHECKED,
  kind: z.literal('admit'),
  bidId: z.string(),
  /** The lock of each is the output of `txid` that it names. */
  tickets: z.array(WireTicket),
});

/** Our half of a fill. With the halves of the users, so that what was signed can always be completed. */
const FillLine = z.object({
  ...CHECKED,
  kind: z.literal('fill'),
  tradeId: z.string(),
  lock: Point,
  ticket: WireTicket,
  promise: z.string(),
  sellerWitness: z.array(z.string()),
});

/** Our half of locks that go back to their owner, or of a lot that goes into a new lock of his; with his. */
const CancelLine = z.object({
  ...CHECKED,
  kind: z.literal('cancel'),
  locks: z.array(Point),
  tickets: z.array(WireTicket),
  userSignatures: z.array(z.string()),
  /** The new lock's. */
  to: WireTicket.optional(),
  /** Of the coins that pay beside a lot. */
  witnesses: z.array(z.array(z.string())).optional(),
});

/** Our half of a purchase of lots that lie in locks. With the halves of the users, so that what was signed can always be completed. */
const SellLine = z.object({
  ...CHECKED,
  kind: z.literal('sell'),
  tradeId: z.string(),
  locks: z.array(Point),
  /** In the locks' order. */
  tickets: z.array(WireTicket),
  /** In the lots' order; of one in a lock his promise. */
  sellerWitnesses: z.array(z.array(z.string())),
  buyerWitnesses: z.array(z.array(z.string()).nullable()),
});

export const JournalLine = z.discriminatedUnion('kind', [
  PadLine,
  AdmitLine,
  FillLine,
  CancelLine,
  SellLine,
  PoolEtchLine,
  PoolLine,
  PoolRestockLine,
  PoolFreeLine,
  ...JOINT_LINES,
]);

export type JournalLine = z.infer<typeof JournalLine>;
export type PadLine = z.infer<typeof PadLine>;
export type AdmitLine = z.infer<typeof AdmitLine>;
export type FillLine = z.infer<typeof FillLine>;
export type CancelLine = z.infer<typeof CancelLine>;
export type SellLine = z.infer<typeof SellLine>;
