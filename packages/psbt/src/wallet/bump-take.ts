/** A purchase that waits, with a higher fee: the same lots at the same prices, the same service fee, less change. */
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import { repay, replacementFee } from './replacement.ts';
import type { Replaced } from './replacement.ts';
import { takeDraft } from '../trade/take-layout.ts';
import type { TakePlan } from '../trade/take-layout.ts';

interface TakeBumpRequest {
  /** The purchase as it waits. */
  readonly plan: TakePlan;
  /** The buyer's free coins: they pay where the change is not enough. */
  readonly coins: readonly Coin[];
  readonly feeRateSatVb: number;
  readonly replaced: Replaced;
}

/**
 * Plans the replacement. Inputs and outputs keep their positions, so the sellers' signatures remain valid. Not with the platform's pad: the
 * signer gives one signature for a pad.
 * @throws Refusal own-act-unfit for a purchase with the platform's pad or a lot from a lock, and as `repay` and `replacementFee`
 */
export function planTakeBump({ plan, coins, feeRateSatVb, replaced }: TakeBumpRequest): TakePlan {
  if (plan.pad.platform) throw new Refusal('own-act-unfit', 'it holds a pad of the exchange');
  if (plan.lots.some(({ lock }) => lock !== undefined))
    throw new Refusal('own-act-unfit', 'it holds a lot from a lock, which the exchange signed whole');
  const { added, change } = repay({
    draft: takeDraft({ ...plan, change: undefined }),
    script: plan.buyerScript,
    coins,
    mayDropChange: true,
    fee: (vsize) => replacementFee(vsize, feeRateSatVb, replaced),
  });
  return { ...plan, payments: [...plan.payments, ...added], change, feeRateSatVb };
}
