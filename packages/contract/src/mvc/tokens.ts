/** A token for another on MVC: a sale for SPACE, and a purchase with that SPACE. Each is signed by itself; both are sent together or none is (decision 0042). */
import { z } from 'zod';
import { MvcBuilt, MvcQuote, MvcSubmit, MvcTask } from './acts.ts';
import { BareText, MvcAmount, MvcPair } from './words.ts';

/** What is sold is exact: all the SPACE that it brings goes into what is bought. */
export const MvcPreviewTokens = z.object({ sell: MvcPair, buy: MvcPair, amount: MvcAmount });
export const MvcTokensQuote = z.object({ sell: MvcQuote, buy: MvcQuote });

/** The sale, built by itself and signed by its user; and what shall be bought with its SPACE. */
export const MvcBuildSecond = MvcSubmit.extend({
  pair: MvcPair,
  /** The least units. */
  limit: MvcAmount,
});
/** The purchase, to be signed next, and the sale that it spends the SPACE of: whole but for its scriptSigs, which nobody has. */
export const MvcBuiltSecond = MvcBuilt.extend({ sale: BareText });
export const MvcBothTasks = z.object({ sell: MvcTask, buy: MvcTask });

export type MvcPreviewTokens = z.infer<typeof MvcPreviewTokens>;
export type MvcTokensQuote = z.infer<typeof MvcTokensQuote>;
export type MvcBuiltSecond = z.infer<typeof MvcBuiltSecond>;
export type MvcBothTasks = z.infer<typeof MvcBothTasks>;
