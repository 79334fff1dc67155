/** A line of the journal: what was signed, and by what it was checked. Unsigned transactions only, so the file is no secret. */
import { isOutpoint } from '@rialto/protocols';
import { z } from 'zod';

const Point = z.string().refine(isOutpoint);
const Whole = z.string().regex(/^[0-9]{1,16}$/);

export const JournalLine = z.object({
  at: z.iso.datetime(),
  /** `cosign`: our half of a take. `stock`: a transaction of our own that makes pads. */
  kind: z.enum(['cosign', 'stock']),
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  unsigned: z.string(),
  /** What it was checked by, in input order: each coin with its value, script and assets. */
  coins: z.array(z.looseObject({ outpoint: z.string(), value: Whole })),
  /** The block the index stood at. */
  height: z.number(),
  hash: z.string(),
  tradeId: z.string().optional(),
  /** Pads it spends. */
  spends: z.array(Point),
  /** Pads it makes. */
  makes: z.array(Point),
  /** Our own sats that a take spends (and returns), or the fee a stock transaction pays. */
  stake: Whole.default('0'),
});

export type JournalLine = z.infer<typeof JournalLine>;
