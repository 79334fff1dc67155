/** What every line of the journal says: what was signed, when, and by what it was checked. */
import { z } from 'zod';

/** Sats. */
export const Whole = z.string().regex(/^[0-9]{1,16}$/);

export const CHECKED = {
  at: z.iso.datetime(),
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  unsigned: z.string(),
  /** What it was checked by, in input order: each coin with its value, script and assets. */
  coins: z.array(z.looseObject({ outpoint: z.string(), value: Whole })),
  /** The block the index stood at. */
  height: z.number(),
  hash: z.string(),
};
