/** What a typed fee rate means for the acts to come (rules §17), in words; nothing when it is fine. */
import { checkFeeRate } from '@rialto/market';
import { typedRate } from '../../../data/fee-plan.ts';
import type { FeeState } from '../../../data/fee-plan.ts';
import { t } from '../../../words.ts';

export function feeError({ chosen, limits }: FeeState, typed: string): string | undefined {
  // Zero is a number, and no rate: `feeRate` does not know it.
  const rate = chosen.feeRate ?? typedRate(typed);
  if (Number.isNaN(rate) || (limits === undefined && rate === 0)) return t('Type a rate in sat/vB.');
  if (limits === undefined) return undefined;
  switch (checkFeeRate(rate, limits)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return t('The node takes nothing below {rate} sat/vB.', { rate: limits.eco });
    case 'fee-too-high':
      return t('Nothing above 5,000 sat/vB is sent.');
    case 'fee-needs-consent':
      return t('More than four times the fast plan: you will be asked again.');
  }
}
