/** Which rules wrote the ledger. One that other rules wrote would differ from a ledger built today, so it is built again. */
import { tip } from '@rialto/ground';
import type { Queries } from '../database.ts';

/**
 * Rises with every change of what a block means.
 * 1: PINs in outputs (decision 0024) and odd MRC-20 tokens (decision 0021), also those of an odd deploy and
 * those of which MAN keeps one record of several. A ledger from before has 0.
 */
export const INDEX_VERSION = 1;

/** True when there is a ledger and other rules wrote it. */
export async function isOutdated(db: Queries): Promise<boolean> {
  const [row] = await db.select({ version: tip.version }).from(tip);
  return row !== undefined && row.version !== INDEX_VERSION;
}
