/** A swap drawn up for one user: the quote, and every coin of his that it spends. Nothing is kept and nobody is asked to sign. */
import type { IndexedMvcCoin } from '@rialto/ground';
import { TOKEN_OUTPUT_SATS, hash160 } from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import { costsOfBuy, costsOfSell } from '../quotes/costs.ts';
import { allCosts, fewestCoins, leastOf, quoteSwap, quoteTaking } from '../quotes/quote.ts';
import type { CostsWith, SwapAsked, SwapCosts, SwapQuote } from '../quotes/quote.ts';
import type { PoolStand } from '../stand.ts';
import { spaceFor, tokensFor } from './user-coins.ts';

export interface DrawnUp {
  readonly quote: SwapQuote;
  readonly userCoins: readonly Pick<IndexedMvcCoin, 'outpoint'>[];
}

/** What it would be with one coin of the user's, for whoever has not said who he is. */
export function quoteForAnybody(context: MvcContext, stand: PoolStand, asked: SwapAsked): SwapQuote {
  const { feeRate } = context.settings;
  const { token } = stand.pool;
  const costs: CostsWith = (taken) =>
    asked.side === 'buy'
      ? costsOfBuy(token, { coins: 1, taken }, feeRate)
      : costsOfSell(token, { coins: 1, sats: USUAL_TOKEN_COIN, rest: true }, feeRate);
  return quoteSwap(stand, asked, costs, context.settings);
}

/** What swaps and wallets leave on a token's coin. */
const USUAL_TOKEN_COIN = 2_019n;

/** What so much SPACE buys on one coin, all of it spent. @throws Refusal as `quoteSwap` */
export function quoteWithAll({ settings }: MvcContext, stand: PoolStand, space: bigint): SwapQuote {
  const costsWith: CostsOfTaken = (taken) =>
    costsOfBuy(stand.pool.token, { coins: 1, taken }, settings.feeRate);
  const isAll = ({ sats, costs }: SwapQuote): boolean => sats + allCosts(costs) === space;
  return fewestCoins((count) => {
    const quoteAfter = (costs: SwapCosts): SwapQuote => {
      const amount = space - allCosts(costs);
      if (amount < 1n) throw new Refusal('swap-too-small', `${leastOf(costs)} sat at least`);
      const asked = { side: 'buy', exact: 'in', amount } as const;
      return quoteTaking(stand, count, { asked, costs: costsWith, terms: settings });
    };
    const usual = quoteAfter(costsWith(Array.from({ length: count }, () => ({ value: TOKEN_OUTPUT_SATS }))));
    // What opened the pool may hold fewer sat under its tokens.
    const quote = isAll(usual) ? usual : quoteAfter(usual.costs);
    if (!isAll(quote)) throw new Refusal('pool-too-small');
    return quote;
  });
}

type CostsOfTaken = (taken: readonly { readonly value: bigint }[]) => SwapCosts;

/** @throws Refusal as `quoteSwap`, `spaceFor` and `tokensFor` */
export async function drawUp(
  context: MvcContext,
  stand: PoolStand,
  { userKey, ...asked }: SwapAsked & { readonly userKey: Uint8Array },
): Promise<DrawnUp> {
  const keyHash = hash160(userKey);
  return asked.side === 'buy'
    ? drawUpBuy(context, stand, asked, keyHash)
    : drawUpSell(context, stand, asked, keyHash);
}

async function drawUpBuy(
  context: MvcContext,
  stand: PoolStand,
  asked: SwapAsked,
  keyHash: Uint8Array,
): Promise<DrawnUp> {
  const { settings } = context;
  const costsWith =
    (coins: number): CostsWith =>
    (taken) =>
      costsOfBuy(stand.pool.token, { coins, taken }, settings.feeRate);
  const quoteWith = (coins: number): SwapQuote => quoteSwap(stand, asked, costsWith(coins), settings);
  const { sats, lane } = quoteWith(1);
  const userCoins = await spaceFor(
    context,
    keyHash,
    (coins) => sats + allCosts(costsWith(coins)(lane.tokens)),
  );
  return { quote: quoteWith(userCoins.length), userCoins };
}

async function drawUpSell(
  context: MvcContext,
  stand: PoolStand,
  asked: SwapAsked,
  keyHash: Uint8Array,
): Promise<DrawnUp> {
  const { settings } = context;
  const key = stand.pool.token;
  type Sold = Parameters<Parameters<typeof tokensFor>[2]>[0];
  const quoteWith = (coins: Sold, rest: boolean): SwapQuote => {
    const sats = coins.reduce((sum, { value }) => sum + value, 0n);
    const costs = costsOfSell(key, { coins: coins.length, sats, rest }, settings.feeRate);
    return quoteSwap(stand, asked, () => costs, settings);
  };
  const isExact = asked.exact === 'in';
  const userCoins = await tokensFor(context, { keyHash, key }, (coins) =>
    isExact ? asked.amount : quoteWith(coins, true).units,
  );
  const held = userCoins.reduce((sum, { token }) => sum + token.amount, 0n);
  const quote = quoteWith(userCoins, true);
  // All of it sold: one token output less is made.
  return { quote: held === quote.units ? quoteWith(userCoins, false) : quote, userCoins };
}
