/** Which rules wrote the ledger. One that other rules wrote would differ from a ledger built today, so it is built again. */
/**
 * Rises with every change of what a block means.
 * 1: PINs in outputs (decision 0024) and odd MRC-20 tokens (decision 0021), also those of an odd deploy and
 * those of which MAN keeps one record of several. A ledger from before has 0.
 */
export const INDEX_VERSION = 1;
