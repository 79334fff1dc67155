/** The form of an act on one's own as rules: what was entered, what is missing. Pure. */
import { HIGHEST_FEE_RATE, SMALLEST_ORDER, checkFeeRate, parseDecimal } from '@rialto/market';
import type { FeePlans } from '@rialto/market';
import { typedRate } from '../../../data/fee-plan.ts';
import { leastRate } from '../../../flows/own/own-cost.ts';
import { priceIn } from '../../../flows/own/renew-request.ts';
import type { OwnRequest, RenewRequest, SplitLotRequest } from '../../../flows/own/own-request.ts';
import { msg } from '../../../words.ts';

/** The most lots of one split (contract, own/prepare). */
export const MAX_SIZES = 20;

/** Fee rates as typed: at most three digits count after the point. */
export function rateOf(typed: string): number | undefined {
  const rate = typedRate(typed);
  return rate > 0 && rate <= HIGHEST_FEE_RATE ? rate : undefined;
}

/** What the form begins with: the chosen plan, or more where the node would take no less. */
export function firstRate(request: OwnRequest, chosen: number | undefined): string {
  const least = request.kind === 'waiting' ? leastRate(request) : undefined;
  const rate = Math.max(chosen ?? 0, least ?? 0);
  return rate === 0 ? '' : upToTenth(rate).toString();
}

/** Up, so that it is not less than the node demands; without what a division leaves behind. */
export function upToTenth(rate: number): number {
  return Math.ceil(Number((rate * TENTHS).toFixed(6))) / TENTHS;
}
const TENTHS = 10;

interface Entered {
  readonly rate: string;
  readonly agreed: boolean;
}

/** What prevents it, as a message; consent is asked for in its place. */
export function missingOf(
  request: OwnRequest,
  { rate, agreed }: Entered,
  plans: FeePlans | undefined,
): string | undefined {
  const entered =
    request.kind === 'split-lot'
      ? sizesMissing(request)
      : request.kind === 'renew'
        ? priceMissing(request)
        : undefined;
  if (entered !== undefined) return entered;
  const requested = rateOf(rate);
  if (requested === undefined) return msg('Choose a fee rate first.');
  if (plans === undefined) return undefined;
  switch (checkFeeRate(requested, plans)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return msg('Fee rate is too low');
    case 'fee-too-high':
      return msg('Fee rate is above 5,000 sat/vB');
    case 'fee-needs-consent':
      return agreed ? undefined : msg('Accept the high fee rate');
  }
}

export function needsConsent(rate: string, plans: FeePlans | undefined): boolean {
  const requested = rateOf(rate);
  return (
    requested !== undefined && plans !== undefined && checkFeeRate(requested, plans) === 'fee-needs-consent'
  );
}

function sizesMissing(request: SplitLotRequest): string | undefined {
  if (request.sizes.some((size) => (parseDecimal(size, request.decimals) ?? 0n) === 0n))
    return msg('Enter amounts above zero.');
  const rest = restOf(request);
  if (rest < 0n) return msg('More than the coin holds');
  return request.sizes.length === 1 && rest === 0n ? msg('The lot already has this size') : undefined;
}

function priceMissing(request: RenewRequest): string | undefined {
  const price = priceIn(request);
  if (price === undefined) return msg('Enter a price');
  return price < SMALLEST_ORDER ? msg('At least 10,000 sat an order') : undefined;
}

/** What stays together, in smallest units; negative when the sizes are more than there is. */
export function restOf({ held, sizes, decimals }: SplitLotRequest): bigint {
  return sizes.reduce((left, size) => left - (parseDecimal(size, decimals) ?? 0n), 0n + held);
}
