/** What a signer does that has forgotten acts on its pools: it makes every lane anew, which ends them, before it signs at a price again. */
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { PoolRecall } from '../journal/pool-recall.ts';
import type { PoolCounter } from './pool-counter.ts';
import type { ActKind } from './pool-rules.ts';
import type { PoolViews } from './pool-view.ts';

/** As deep as a reorg goes. */
const RENEWED_BLOCKS = 6;

interface Parts {
  readonly recall: PoolRecall;
  readonly poolCounter: PoolCounter;
  readonly poolViews: PoolViews;
  /** When this process began: what was made anew before it may have been forgotten over again. */
  readonly startedAt: number;
}

/**
 * Everything may be signed while nothing is forgotten, or once every lane of every pool was made anew since the start, six blocks deep. Until
 * then no lane is priced; a lane that is made anew, and a provider who leaves with all lanes, end what was forgotten about it.
 * @throws Refusal lane-unknown
 */
export async function requireWhole(parts: Parts, kind: ActKind): Promise<void> {
  if (!parts.poolCounter.isBehind()) return;
  if (await isRenewed(parts)) {
    parts.poolCounter.settle();
    return;
  }
  if (kind !== 'remove') throw new Refusal('lane-unknown', 'the journal has fewer acts than were signed');
}

async function isRenewed({ recall, poolViews, startedAt }: Parts): Promise<boolean> {
  const opened = recall.pools().flatMap(({ number }) => (recall.signed(number).length > 0 ? [number] : []));
  for (const view of (await poolViews.views(opened)).values()) {
    if (view instanceof Refusal) throw view;
    const isNew = ({ outpoint, height }: Coin): boolean =>
      (recall.madeBy(outpoint)?.at ?? 0) >= startedAt &&
      height !== undefined &&
      view.tip.height - height + 1 >= RENEWED_BLOCKS;
    if (!view.lanes.every(isNew)) return false;
  }
  return true;
}
