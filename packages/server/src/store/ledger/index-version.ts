/** Which rules wrote the ledger. One that other rules wrote would differ from a ledger built today, so it is built again. */
import { blocks } from '@rialto/ground';
import { desc } from 'drizzle-orm';
import type { Queries } from '../database.ts';

/**
 * Rises with every change of what a block means.
 * 1: PINs in outputs (decision 0024) and odd MRC-20 tokens (decision 0021), also those of an odd deploy and
 * those of which MAN keeps one record of several. A ledger from before has 0.
 * 2: odd is also what a transfer sends home that is invalid by what it spends.
 */
export const INDEX_VERSION = 2;

/** Older rules wrote it, newer ones, or those of this server, which a ledger without blocks may become. */
export async function indexAge(db: Queries): Promise<'older' | 'newer' | 'current'> {
  const [top] = await db
    .select({ version: blocks.version })
    .from(blocks)
    .orderBy(desc(blocks.height))
    .limit(1);
  if (top === undefined || top.version === INDEX_VERSION) return 'current';
  return top.version < INDEX_VERSION ? 'older' : 'newer';
}
