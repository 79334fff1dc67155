/** The words that the calls of MVC share: which list of tokens, which pool, which way a swap goes. */
import { z } from 'zod';
import { Hex, Whole } from '../wire/wire.ts';

/** The part of the path that says whose pools: `mvc` all of them, `ticket` those of the list of tickets. */
export const MvcVenue = z.enum(['mvc', 'ticket']);
export const OfMvc = z.object({ venue: MvcVenue });
export const MvcList = z.enum(['all', 'mrc20', 'ticket']);
/** `space-` and the token's genesis. */
export const MvcPair = z
  .string()
  .regex(/^space-[0-9a-f]{40}$/, 'must be space- and a genesis of 40 hex digits');
export const OfMvcPool = OfMvc.extend({ pair: MvcPair });
export const Hash160 = z.string().regex(/^[0-9a-f]{40}$/, 'must be 40 hex digits');
/** An address of MVC as people write it. */
export const MvcAddressText = z
  .string()
  .min(25)
  .max(40)
  .regex(/^[1-9A-HJ-NP-Za-km-z]+$/);
/** Of whoever swaps: `buy` pays SPACE, `sell` gets it. */
export const MvcSide = z.enum(['buy', 'sell']);
/** Which amount is exact: what is paid, or what is got. */
export const MvcExact = z.enum(['in', 'out']);
/** Sat, or the smallest units of the token. */
export const MvcAmount = Whole;
/** A transaction that its maker has signed and keeps back: without scriptSigs, and the SHA-256 of each, from which its id follows. */
export const BareText = z.object({
  raw: Hex,
  scriptSigs: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(50),
});
