/** A child that pays for its parents: one's own plain output of a waiting transaction, spent to oneself at a rate for all of them. */
import { equalBytes, sats } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Coin, Sats } from '@rialto/protocols';
import { ownDraft } from '../draft/own-transaction.ts';
import { checkPayer } from '../draft/payer.ts';
import type { Payer } from '../draft/payer.ts';
import { planTransaction } from '../draft/planned.ts';
import type { Planned } from '../draft/planned.ts';
import { extended, repay } from './replacement.ts';
import { spending } from '../inscribe/reveal.ts';
import { feeOf } from '../tx/size.ts';

interface ChildSpendRequest {
  readonly payer: Payer;
  /** The output, not confirmed; what is on it is projected, and must be nothing. */
  readonly output: Coin;
  /** All waiting transactions the output needs, its own among them. */
  readonly parents: { readonly fee: Sats; readonly vsize: number };
  /** Of parents and child together. */
  readonly feeRateSatVb: number;
}

/**
 * Plans the child: the output and, where it is too small, confirmed coins; one output, the payer's.
 * @throws Refusal not-yours, lot-mixed when anything is on the output, own-act-unfit when the parents pay that rate already, and as
 *   `checkPayer`, `repay`, `feeOf`
 */
export function planChildSpend({ payer, output, parents, feeRateSatVb }: ChildSpendRequest): Planned {
  checkPayer(payer);
  const { script, key, coins } = payer;
  if (!equalBytes(output.script, script)) throw new Refusal('not-yours', output.outpoint);
  if (output.assets.length > 0) throw new Refusal('lot-mixed', output.outpoint);
  if (feeOf(parents.vsize, feeRateSatVb) <= parents.fee)
    throw new Refusal('own-act-unfit', 'it pays this rate already');
  const bare = ownDraft([output], []);
  const { added, change } = repay({
    draft: bare,
    script,
    coins,
    mayDropChange: false,
    fee: (vsize) => sats(feeOf(parents.vsize + vsize, feeRateSatVb) - parents.fee),
  });
  const draft = extended(bare, added, change === undefined ? [] : [{ value: change, script }]);
  return planTransaction(draft, { key, intent: spending(draft).meaning(), held: [output.outpoint] });
}
