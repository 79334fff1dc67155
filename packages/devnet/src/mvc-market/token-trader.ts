/** A token for another by a program: a sale, and a purchase over its SPACE, each checked as the page does; nothing is sent before both are signed. */
import type { AnswerOf } from '@rialto/contract';
import { invariant } from '@rialto/protocols';
import { callApi } from '../market/api.ts';
import type { MvcTrader } from './mvc-trader.ts';

export interface TokensAsked {
  readonly sell: string;
  readonly buy: string;
  readonly amount: string;
  /** The least units; any where undefined. */
  readonly limit?: string;
}

export interface SecondLeg {
  readonly sale: AnswerOf<'mvcBuild'>;
  readonly second: AnswerOf<'mvcBuildSecond'>;
}

const params = { venue: 'mvc' } as const;

/** The sale is signed, and the purchase over it built. */
export async function firstLeg(
  origin: string,
  trader: MvcTrader,
  { sell, buy, amount, limit }: TokensAsked,
): Promise<SecondLeg> {
  const asked = { pair: sell, side: 'sell', exact: 'in', amount } as const;
  const sale = await trader.build(asked);
  const signed = await trader.sign(sale, asked);
  const body = { ...signed, pair: buy, limit: limit ?? '0' };
  const second = await callApi(origin, 'mvcBuildSecond', { params, body });
  invariant(second.sale.raw === sale.raw, 'the sale is the one that was signed');
  return { sale, second };
}

/** The purchase is signed; both are sent. */
export async function secondLeg(
  origin: string,
  trader: MvcTrader,
  { second, buy }: { readonly second: SecondLeg['second']; readonly buy: string },
): Promise<AnswerOf<'mvcSubmitBoth'>> {
  const asked = { pair: buy, side: 'buy', exact: 'in', amount: second.quote.sats } as const;
  const body = await trader.sign(second, asked);
  return callApi(origin, 'mvcSubmitBoth', { params, body });
}
