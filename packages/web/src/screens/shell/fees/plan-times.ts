/** What one plan is beside the others: in what time it has its block, and which costs as much. */
import { HIGHEST_FEE_RATE } from '@rialto/market';
import type { FeePlan } from '../../../data/fee-plan.ts';
import type { PlanTitle } from '../../../data/settings.ts';
import { msg } from '../../../words.ts';

/** In about this time a plan has its block, by the blocks its rate is made for. A message. */
const TIMES: Readonly<Record<Exclude<PlanTitle, 'Custom'>, string>> = {
  Eco: msg('over 1 h'),
  Slow: msg('~1 h'),
  Avg: msg('~30 min'),
  Fast: msg('~10 min'),
};

/** That of the fastest plan that costs no more; undefined for a rate that is refused. */
export function timeOf({ title, feeRate }: FeePlan, plans: readonly FeePlan[]): string | undefined {
  if (title !== 'Custom') return TIMES[title];
  if (feeRate === undefined || feeRate > HIGHEST_FEE_RATE) return undefined;
  const reached = plans.findLast((plan) => plan.title !== 'Custom' && (plan.feeRate ?? Infinity) <= feeRate);
  return reached === undefined ? undefined : timeOf(reached, plans);
}

/** The first plan before it that has the same rate. */
export function sameAs({ title, feeRate }: FeePlan, plans: readonly FeePlan[]): FeePlan | undefined {
  const before = plans.slice(
    0,
    plans.findIndex((plan) => plan.title === title),
  );
  return feeRate === undefined ? undefined : before.find((plan) => plan.feeRate === feeRate);
}
