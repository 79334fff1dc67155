/** A number that too few signers stand for is closed: by k of them, none of whom gives a half of what it was for. */
import type { JointVote } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import { requireGroup, seenNow } from './joint-parts.ts';
import type { JointParts } from './joint-parts.ts';
import { repeated, vote } from './lines.ts';

/** Blocks for which a number waits for those who are to stand for it. */
const PATIENT_BLOCKS = 2;

/** In the pool's turn. @throws Refusal lane-waits when the number has its line, or we stand for an act of it since less than two blocks */
export async function standForNothing(
  parts: JointParts,
  { poolNumber, number }: { readonly poolNumber: number; readonly number: number },
): Promise<JointVote> {
  requireGroup(parts);
  const { joint } = parts.journal.recall;
  const before = joint.skip(poolNumber, number);
  if (before !== undefined) return repeated(parts, before);
  if (joint.next(poolNumber) !== number || number === 0)
    throw new Refusal('lane-waits', 'the number has its line');
  const seen = await seenNow(parts);
  const own = joint.vote(poolNumber, number);
  if (own !== undefined && seen.height - own.height < PATIENT_BLOCKS)
    throw new Refusal('lane-waits', 'others may still stand for it');
  return vote(parts, JSON.stringify({ kind: 'skip', pool: poolNumber, number }), { seen });
}
