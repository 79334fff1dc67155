/** The form of a token for another as rules: what was typed, what it comes to, what the button says. Pure. */
import type { MvcPool, MvcPreviewTokens, MvcTokensQuote } from '@rialto/contract';
import { unitsIn } from '../../../show/swap/amounts.ts';
import type { Label } from '../../../show/swap/label.ts';
import { labelOf } from '../mvc-form.ts';
import type { MvcNow } from '../mvc-form.ts';

/** The token opposite the page's own, and which of the two is sold. */
export interface Other {
  readonly pool: MvcPool;
  readonly isSold: boolean;
}

/** Undefined while nothing that makes sense is typed. */
export function tokensAsked(text: string, from: MvcPool, to: MvcPool): MvcPreviewTokens | undefined {
  const amount = unitsIn(text, from.decimals);
  return amount === undefined ? undefined : { sell: from.pair, buy: to.pair, amount: amount.toString() };
}

const larger = (a: string, b: string): string => (BigInt(a) > BigInt(b) ? a : b);

/** Of both swaps the one that moves its price further. */
export const impactOf = ({ sell, buy }: MvcTokensQuote): string => larger(sell.impactPpm, buy.impactPpm);

/** Miners’ fees of both, and what stays in token outputs: out of the SPACE in between. */
export const feesOf = ({ sell, buy }: MvcTokensQuote): bigint =>
  BigInt(sell.networkFee) + BigInt(buy.networkFee);
export const tokenSatsOf = ({ sell, buy }: MvcTokensQuote): bigint =>
  BigInt(sell.tokenSats) + BigInt(buy.tokenSats);

interface TokensNow extends Pick<MvcNow, 'user' | 'account' | 'open' | 'refusal' | 'held'> {
  readonly from: MvcPool;
  readonly to: MvcPool;
  readonly asked: MvcPreviewTokens | undefined;
  readonly quote: MvcTokensQuote | undefined;
}

/** As of a sale that both pools have to allow. */
export function tokensLabel({ from, to, asked, quote, ...now }: TokensNow): Label {
  const least = larger(from.least.sell, to.least.buy);
  return labelOf({
    ...now,
    side: 'sell',
    pool: { paused: from.paused || to.paused, least: { buy: least, sell: least } },
    asked: asked && { pair: asked.sell, side: 'sell', exact: 'in', amount: asked.amount },
    quote: quote && { ...quote.sell, impactPpm: impactOf(quote) },
  });
}
