/** What a cancel on the chain pays. Pure. */
import type { Order } from '@rialto/contract';

/** In vB: the lot, a paying coin, two outputs (rules §6 has none of its own). */
const CANCEL_VSIZE = 209;
/** One coin of a bid’s funding, back to its owner. */
export const FUNDING_CANCEL_VSIZE = 111;

/** In sat, about: the coins that pay are chosen when it is built. */
export function aboutCost(feeRateSatVb: number, vsize = CANCEL_VSIZE): bigint {
  return BigInt(Math.ceil(vsize * feeRateSatVb));
}

/** The race against a sale is won by the fee: the Fast plan (trading §5), or what ends a purchase that waits where that is more. */
export function cancelRateOf(
  { cancelRate = 0 }: Pick<Order, 'cancelRate'>,
  plan: number | undefined,
): number | undefined {
  return plan === undefined ? undefined : Math.max(plan, cancelRate);
}

/** Whether an order that is being bought may be cancelled on the chain: now, from a block on, or nobody knows yet. */
export function endingOf({
  pending,
  cancelFrom,
  cancelRate,
}: Pick<Order, 'pending' | 'cancelFrom' | 'cancelRate'>):
  { readonly may: 'always' | 'now' | 'not-yet' } | { readonly may: 'later'; readonly from: number } {
  if (!pending) return { may: 'always' };
  if (cancelRate !== undefined) return { may: 'now' };
  return cancelFrom === undefined ? { may: 'not-yet' } : { may: 'later', from: cancelFrom };
}
