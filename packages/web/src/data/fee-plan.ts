/** The chosen fee plan with its rate: what every act of this page pays per virtual byte. */
import type { RecommendedFees } from '@rialto/contract';
import { HIGHEST_FEE_RATE, busyLevel, checkFeeRate } from '@rialto/market';
import type { BusyLevel, FeePlans } from '@rialto/market';
import { useNetwork } from './network.ts';
import { useFees } from './queries.ts';
import { PLAN_NAMES, PLAN_TITLES, usePlanChoice } from './settings.ts';
import type { PlanChoice, PlanTitle } from './settings.ts';
import { msg } from '../words.ts';

export interface FeePlan {
  readonly title: PlanTitle;
  readonly fullTitle: string;
  /** sat/vB; undefined while it is not known or not a number. */
  readonly feeRate: number | undefined;
}

export interface FeeState {
  readonly plans: readonly FeePlan[];
  readonly chosen: FeePlan;
  readonly level: BusyLevel | undefined;
  readonly limits: FeePlans | undefined;
  readonly loading: boolean;
}

/** The rate that acts would really pay: nothing while the typed one is refused. */
export function paidRate({ chosen, limits }: Pick<FeeState, 'chosen' | 'limits'>): number | undefined {
  const { feeRate } = chosen;
  if (feeRate === undefined || feeRate > HIGHEST_FEE_RATE) return undefined;
  return limits !== undefined && checkFeeRate(feeRate, limits) === 'fee-too-low' ? undefined : feeRate;
}

/** Messages, for `t`. */
const FULL_TITLES = { ...PLAN_NAMES, Eco: msg('Economy') };

export function useFeePlan(): FeeState {
  const fees = useFees(useNetwork());
  const choice = usePlanChoice();
  return feeState(fees.data, choice, fees.isPending);
}

export function feeState(fees: RecommendedFees | undefined, choice: PlanChoice, loading: boolean): FeeState {
  const plans = PLAN_TITLES.map((title) => ({
    title,
    fullTitle: FULL_TITLES[title],
    feeRate: title === 'Custom' ? customRate(choice.custom) : rateOf(fees, title),
  }));
  const chosen = plans.find((plan) => plan.title === choice.title) ?? {
    title: choice.title,
    fullTitle: FULL_TITLES[choice.title],
    feeRate: undefined,
  };
  const level = fees === undefined ? undefined : busyLevel(fees.halfHourFee);
  return { plans, chosen, level, limits: limitsOf(fees), loading };
}

function limitsOf(fees: RecommendedFees | undefined): FeePlans | undefined {
  if (fees === undefined) return undefined;
  return { eco: fees.minimumFee, slow: fees.hourFee, avg: fees.halfHourFee, fast: fees.fastestFee };
}

function rateOf(fees: RecommendedFees | undefined, title: Exclude<PlanTitle, 'Custom'>): number | undefined {
  switch (title) {
    case 'Eco':
      return fees?.economyFee;
    case 'Slow':
      return fees?.hourFee;
    case 'Avg':
      return fees?.halfHourFee;
    case 'Fast':
      return fees?.fastestFee;
  }
}

/** A rate as typed; NaN when it is no number: what a comma means is not guessed. */
export function typedRate(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function customRate(typed: string): number | undefined {
  const rate = typedRate(typed);
  return Number.isFinite(rate) && rate > 0 ? rate : undefined;
}
