/** The price of what was built, and how far it is from the pool's: in the review, before the wallet opens. */
import type { OngoingTask } from '../../../data/pools/pool-queries.ts';
import type { PoolIntent } from '../../../flows/pools/pool-intent.ts';
import type { PoolReview } from '../../../flows/pools/review-pool.ts';
import { impactOfBuilt } from '../amounts.ts';
import { ImpactIsMuch, ImpactLine, PriceBothWays } from '../price/PriceLines.tsx';

interface DealProps {
  readonly task: Pick<OngoingTask, 'amount1' | 'amount2'>;
  readonly intent: PoolIntent;
  readonly review: Pick<PoolReview, 'worse'>;
}

/** Of removals there is none: both sides come back. */
export function Deal({ task, intent, review }: DealProps) {
  const [sats, units] = [BigInt(task.amount1), BigInt(task.amount2)];
  if (intent.act === 'remove' || units === 0n) return null;
  const impact =
    intent.seen?.impact === undefined ? undefined : impactOfBuilt(intent.seen.impact, review.worse);
  return (
    <>
      <dl className="space-y-2 px-1" data-testid="review-price">
        <PriceBothWays token={intent} sats={sats} units={units} />
        {impact === undefined ? null : <ImpactLine percent={impact} />}
      </dl>
      {impact === undefined ? null : <ImpactIsMuch percent={impact} />}
    </>
  );
}
