/** The tip of the index, with the cumulative event hash of each ledger up to it. */
import { blocks, tip } from '@rialto/ground';
import type { Tip } from '@rialto/ground';
import { NO_HASHES } from '@rialto/protocols';
import type { EventHashes } from '@rialto/protocols';
import { eq } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { totalsOf } from './ledger-totals.ts';

/** Of one moment; height -1 before the first block. */
export async function hashesAtTip(db: Queries): Promise<Tip & { hashes: EventHashes }> {
  const [row] = await db
    .select({ height: tip.height, hash: tip.hash, counts: blocks.counts })
    .from(tip)
    .leftJoin(blocks, eq(blocks.hash, tip.hash));
  if (row === undefined) return { height: -1, hash: '', hashes: NO_HASHES };
  const { height, hash, counts } = row;
  return { height, hash, hashes: counts === null ? NO_HASHES : totalsOf(counts).hashes };
}
