/** At which rate a claim may be paid: one that blocks take soon, for nobody else can use its coin of the pot until then. */
import { Refusal } from '@rialto/refusals';
import { requireFeeRate } from '../../caller.ts';
import type { ClaimContext } from './context.ts';

/** @throws Refusal fee-too-low under the Avg plan, fee-too-high, fee-needs-consent */
export async function requireClaimRate(context: Pick<ClaimContext, 'plans'>, rate: number): Promise<void> {
  await requireFeeRate(context, rate, undefined);
  const { avg } = await context.plans();
  if (rate < avg) throw new Refusal('fee-too-low', `${avg} sat/vB at least`);
}
