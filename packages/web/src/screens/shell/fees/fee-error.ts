/** What a typed fee rate means for the acts to come (rules §17), in words; nothing when it is fine. */
import { checkFeeRate } from '@rialto/market';
import { typedRate } from '../../../data/fee-plan.ts';
import type { FeeState } from '../../../data/fee-plan.ts';
import { t } from '../../../words.ts';

export function feeError({ chosen, limits }: FeeState, typed: string): string | undefined {
  // Zero is a number, and no rate: `feeRate` does not know it.
  const rate = chosen.feeRate ?? typedRate(typed);
  if (Number.isNaN(rate) || (limits === undefined && rate === 0)) return t('Enter a rate in sat/vB.');
  if (limits === undefined) return undefined;
  switch (checkFeeRate(rate, limits)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return t('Minimum {rate} sat/vB.', { rate: limits.eco });
    case 'fee-too-high':
      return t('Maximum 5,000 sat/vB.');
    case 'fee-needs-consent':
      return t('Over four times Fast: you will be asked to confirm.');
  }
}
