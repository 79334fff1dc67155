/** A deposit goes back only where a rule forbids its payout: what its order can have is not taken from it (bridge §5). */
import type { WireBridgeTerms } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';

/** Rules, and not what passes by itself. */
const RULES: readonly string[] = [
  ...['bridge-amount-differs', 'bridge-digits-lost', 'bridge-under-minimum', 'bridge-over-maximum'],
  ...['bridge-terms-differ', 'bridge-paid-before'],
];

/**
 * @param terms without them nobody can be paid
 * @param payout asks everything that a payout by the same terms is asked
 * @throws Refusal bridge-no-refund where nothing is against it; and as `payout` where it only waits
 */
export async function requireUnpayable(
  terms: WireBridgeTerms | undefined,
  payout: (terms: WireBridgeTerms) => Promise<void>,
): Promise<void> {
  if (terms === undefined) return;
  try {
    await payout(terms);
  } catch (error) {
    if (error instanceof Refusal && RULES.includes(error.code)) return;
    throw error;
  }
  throw new Refusal('bridge-no-refund', 'its order can be paid out');
}
