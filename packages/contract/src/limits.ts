/** Limits of the wire that more than one package keeps. Free of schemas: the page uses them too. */

/** Lots that one take buys, and orders that one call cancels, at most. */
export const MAX_LOTS = 20;

/** Rungs that one bid has, and fills or locks that one call may name, at most. */
export const MAX_RUNGS = 12;
