/** Calling a waiting transaction back: a plain coin that it would spend goes to its owner instead, so that it can never happen. */
import { equalBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin } from '@rialto/protocols';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { extended, repay, replacementFee } from './replacement.ts';
import type { Replaced } from './replacement.ts';
import { spending } from '../inscribe/reveal.ts';
import { canPay, largestFirst } from '../draft/selection.ts';

interface CancelTransactionRequest {
  readonly payer: Payer;
  /** What the waiting transaction spends; only the payer's own plain coins among it are touched. */
  readonly spent: readonly Coin[];
  readonly feeRateSatVb: number;
  readonly replaced: Replaced;
}

/**
 * Plans the payment to oneself: the largest plain coin of the payer's that the waiting transaction spends, then, where that is too
 * small for the fee, the others and further ones. Nothing that carries a token is spent, and nobody else's coin.
 * @throws Refusal own-act-unfit when none of its coins is plain money of the payer's, and as `checkPayer`, `repay`, `replacementFee`
 */
export function planCancelTransaction({
  payer,
  spent,
  feeRateSatVb,
  replaced,
}: CancelTransactionRequest): Planned {
  checkPayer(payer);
  const { script, key, coins } = payer;
  const [largest, ...others] = spent
    .filter((coin) => canPay(coin) && equalBytes(coin.script, script))
    .toSorted(largestFirst);
  if (largest === undefined) throw new Refusal('own-act-unfit', 'it spends no plain coin of yours');
  const bare = ownDraft([largest], []);
  const { added, change } = repay({
    draft: bare,
    script,
    coins: [...others, ...coins],
    mayDropChange: false,
    fee: (vsize) => replacementFee(vsize, feeRateSatVb, replaced),
  });
  const draft = extended(bare, added, change === undefined ? [] : [{ value: change, script }]);
  return planTransaction(draft, { key, intent: spending(draft).meaning() });
}
