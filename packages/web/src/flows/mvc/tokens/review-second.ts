/** The check of a purchase over a sale that is signed and unsent: a purchase like any other, paid by nothing but the SPACE of that very sale. */
import type { MvcBuiltSecond } from '@rialto/contract';
import { isFlaw } from '@rialto/protocols';
import { bodyOfPlan, coreOf, readBareTransaction } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import { bareIn, orInWords } from '../checked-mvc.ts';
import { reviewMvc } from '../review-mvc.ts';
import type { MvcReview } from '../review-mvc.ts';
import { purchaseOf } from './token-intent.ts';
import type { MvcTokenIntent } from './token-intent.ts';

/** @throws Error with a sentence for people: it must not be signed */
export function reviewSecond(built: MvcBuiltSecond, sale: MvcReview, intent: MvcTokenIntent): MvcReview {
  const review = reviewMvc(built, purchaseOf(intent, built.quote.sats));
  orInWords(() => requirePaidBy(built, sale, review));
  return review;
}

/** @throws Refusal effects-differ */
function requirePaidBy(built: MvcBuiltSecond, sale: MvcReview, { plan }: MvcReview): void {
  const tx = readBareTransaction(bareIn(built.sale));
  if (isFlaw(tx) || tx.core !== coreOf(bodyOfPlan(sale.plan))) throw new Refusal('effects-differ');
  const paid = plan.inputs.filter(({ role }) => role === 'user-space');
  const [coin] = paid.map((one) => one.coin);
  const isItsSpace = coin?.value === sale.sats && coin.outpoint === `${tx.txid}:${tx.outputs.length - 1}`;
  if (paid.length !== 1 || !isItsSpace) throw new Refusal('effects-differ');
}
