/** Which acts of a pool blocks have, and which of the others a block can still take. */
import { stillPending } from '@rialto/market';
import type { Outpoint, Txid } from '@rialto/protocols';
import type { SignedPoolAct } from '../../journal/pool-recall.ts';
import type { Seen } from './look.ts';

/**
 * The acts that blocks have. Then every coin that one spends is gone for good, and one that it makes is there: unspent with a height, spent
 * by what waits, or spent by an act that a block has.
 * @param acts oldest first
 */
export function confirmedOf(
  acts: readonly SignedPoolAct[],
  { unspent, spending, isGone }: Seen,
): ReadonlySet<Txid> {
  const found = new Set<Txid>();
  const spent = new Set<Outpoint>();
  for (const act of acts.toReversed()) {
    const isThere = (point: Outpoint): boolean =>
      unspent.get(point)?.height !== undefined || spending.has(point) || spent.has(point);
    if (!act.spends.every(isGone) || !act.makes.some(isThere)) continue;
    found.add(act.id);
    for (const point of act.of) spent.add(point);
  }
  return found;
}

/** The acts that can still confirm. A payer's coin was in a block when it was signed for: gone without its act, it is spent by another. */
export function pendingOf(
  acts: readonly SignedPoolAct[],
  inBlocks: ReadonlySet<Txid>,
  { isGone }: Pick<Seen, 'isGone'>,
): readonly SignedPoolAct[] {
  const spentBy = new Map<Outpoint, string>();
  for (const act of acts) {
    if (inBlocks.has(act.id)) {
      for (const point of act.spends) spentBy.set(point, act.id);
      continue;
    }
    for (const point of act.spends)
      if (!act.of.includes(point) && isGone(point) && !spentBy.has(point)) spentBy.set(point, 'another');
  }
  const alive = new Set(stillPending(acts, spentBy).map(({ id }) => id));
  return acts.filter(({ id }) => alive.has(id));
}
