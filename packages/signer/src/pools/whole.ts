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
  /** And where our tip was, when it was first asked for. */
  startedHeight(): Promise<number>;
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

async function isRenewed({ recall, poolViews, startedAt, startedHeight }: Parts): Promise<boolean> {
  const height = await startedHeight();
  const opened = recall.pools().filter(({ number }) => recall.signed(number).length > 0);
  const views = await poolViews.views(opened.map(({ number }) => number));
  for (const { number, signers } of opened) {
    const view = views.get(number);
    if (view === undefined) return false;
    if (view instanceof Refusal) throw view;
    const isNew = (lane: Coin): boolean => {
      const made = recall.madeBy(lane.outpoint);
      // Of k of n a line may come late: what it says of its block is what the others saw.
      const isLater =
        made !== undefined && (signers === undefined ? made.at >= startedAt : made.height >= height);
      return isLater && lane.height !== undefined && view.tip.height - lane.height + 1 >= RENEWED_BLOCKS;
    };
    if (!view.lanes.every(isNew)) return false;
  }
  return true;
}
