/** The form of an act on one's own as rules: what was entered, what is missing. Pure. */
import { HIGHEST_FEE_RATE, judgeFeeRate, parseDecimal } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { typedRate } from '../../../data/fee-plan.ts';
import type { OwnWish, SizesWish } from '../../../flows/own/own-wish.ts';
import { msg } from '../../../words.ts';

/** The most lots of one split (contract, own/prepare). */
export const MAX_SIZES = 20;

/** Fee rates as typed: at most three digits count after the point. */
export function rateOf(typed: string): number | undefined {
  const rate = typedRate(typed);
  return rate > 0 && rate <= HIGHEST_FEE_RATE ? rate : undefined;
}

/** What the form begins with: the rate of the offer, else the Fast plan. */
export function firstRate(wish: OwnWish, plans: FeePlans | undefined): string {
  const offered = wish.kind === 'waiting' || wish.kind === 'apart' ? wish.offer?.feeRate : undefined;
  const rate = offered ?? plans?.fast;
  return rate === undefined ? '' : rate.toString();
}

interface Entered {
  readonly rate: string;
  readonly agreed: boolean;
}

/** What prevents it, as a message; consent is asked for in its place. */
export function missingOf(
  wish: OwnWish,
  { rate, agreed }: Entered,
  plans: FeePlans | undefined,
): string | undefined {
  const sizes = wish.kind === 'sizes' ? sizesMissing(wish) : undefined;
  if (sizes !== undefined) return sizes;
  const wanted = rateOf(rate);
  if (wanted === undefined) return msg('Choose a fee rate first.');
  if (plans === undefined) return undefined;
  switch (judgeFeeRate(wanted, plans)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return msg('Fee rate is too low');
    case 'fee-too-high':
      return msg('Fee rate is above 5,000 sat/vB');
    case 'fee-needs-consent':
      return agreed ? undefined : msg('Agree to the high fee rate');
  }
}

export function needsConsent(rate: string, plans: FeePlans | undefined): boolean {
  const wanted = rateOf(rate);
  return wanted !== undefined && plans !== undefined && judgeFeeRate(wanted, plans) === 'fee-needs-consent';
}

function sizesMissing(wish: SizesWish): string | undefined {
  if (wish.sizes.some((size) => (parseDecimal(size, wish.decimals) ?? 0n) === 0n))
    return msg('Enter amounts above zero.');
  const rest = restOf(wish);
  if (rest < 0n) return msg('More than lies on the coin');
  return wish.sizes.length === 1 && rest === 0n ? msg('The lot has this size already') : undefined;
}

/** What stays together, in smallest units; negative when the sizes are more than there is. */
export function restOf({ held, sizes, decimals }: SizesWish): bigint {
  return sizes.reduce((left, size) => left - (parseDecimal(size, decimals) ?? 0n), 0n + held);
}
