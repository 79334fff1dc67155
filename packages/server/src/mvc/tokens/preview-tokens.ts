/** What a token brings of another: sold for SPACE, and all of that paid for the other (decision 0042). Nothing is kept. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { openStandOf } from '../reads/find-pool.ts';
import { requireBuyable } from '../reads/require-buyable.ts';
import { toldQuote } from '../swaps/build.ts';
import { quoteForAnybody, quoteWithAll } from '../swaps/draw-up.ts';

/** @throws Refusal as `openStandOf` and `quoteSwap`; bad-request for one pool twice */
export async function previewTokens(
  context: MvcContext,
  { sell, buy, amount }: BodyOf<'mvcPreviewTokens'>,
): Promise<AnswerOf<'mvcPreviewTokens'>> {
  if (sell === buy) throw new Refusal('bad-request', 'buy: the token that is sold');
  const [from, to] = await Promise.all([openStandOf(context, sell), openStandOf(context, buy)]);
  await requireBuyable(context, to.pool);
  const sale = quoteForAnybody(context, from, { side: 'sell', exact: 'in', amount: BigInt(amount) });
  return { sell: toldQuote(sale), buy: toldQuote(quoteWithAll(context, to, sale.sats)) };
}
