/** An act of a provider on a BRC-20 pool: lots that he names come in whole, ready lots and sats go out (pools §12). */
import { BURNED_SHARES, firstShares } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { planAddLots, planInitLots, planRemoveLots } from '@rialto/psbt';
import type { Liquidity } from '../../../store/pools/pool-act-store.ts';
import type { PoolContext } from '../../context.ts';
import { quoteAdd, quoteRemove, reachNow } from '../../quotes/quote-liquidity.ts';
import { quoteFees } from '../../quotes/swap-terms.ts';
import type { Planned } from '../kept-act.ts';
import { shareCoinOf, shareRuneOf, spread } from '../liquidity-parts.ts';
import type { LiquidityParts, Of } from '../liquidity-parts.ts';
import { payingCoins, runeCoins } from '../user-coins.ts';
import { serviceOutput } from './plan-lot-swap.ts';
import { userLots } from './user-lots.ts';

/** @throws Refusal as the quotes, the user's coins and lots, and the templates */
export function planLotLiquidity(
  context: PoolContext,
  parts: LiquidityParts,
  act: Liquidity,
): Promise<Planned> {
  switch (act.kind) {
    case 'init':
      return planFirst(context, parts, act);
    case 'add':
      return planMore(context, parts, act);
    case 'remove':
      return planLess(context, parts, act);
  }
}

/** What every request has. */
function shared({ state, token, user }: LiquidityParts, { feeRate }: Liquidity) {
  const { script: pool, keys } = state;
  const { script, key } = user;
  const payer = { script, key };
  return { payer, terms: { pool, keys, token, serviceFee: undefined, feeRateSatVb: feeRate } };
}

async function planFirst(context: PoolContext, parts: LiquidityParts, act: Of<'init'>): Promise<Planned> {
  const { state, token, user } = parts;
  const [r1, r2] = [BigInt(act.token1Amount), BigInt(act.token2Amount)];
  const { made } = firstShares({ r1, r2 });
  const { payer, terms } = shared(parts, act);
  const plan = planInitLots({
    ...terms,
    lots: await userLots(context, user, { token, named: act.lots, units: r2 }),
    payer: { ...payer, coins: await payingCoins(context, user) },
    shareCoin: shareCoinOf(state),
    lanes: [{ value: sats(r1) }],
    shares: amount(made),
    burned: amount(BURNED_SHARES),
  });
  return { plan, change: { d1: r1, d2: r2, ds: made }, serviceFee: 0n };
}

async function planMore(context: PoolContext, parts: LiquidityParts, act: Of<'add'>): Promise<Planned> {
  const { state, token, user } = parts;
  const quote = quoteAdd(state, reachNow(state), { source: act.source, asked: BigInt(act.sourceAmount) });
  const change = { d1: quote.sats, d2: quote.units, ds: quote.shares };
  const { payer, terms } = shared(parts, act);
  const plan = planAddLots({
    ...terms,
    lots: await userLots(context, user, { token, named: act.lots, units: quote.units }),
    payer: { ...payer, coins: await payingCoins(context, user) },
    shareCoin: shareCoinOf(state),
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
  });
  return { plan, change, serviceFee: 0n };
}

async function planLess(context: PoolContext, parts: LiquidityParts, act: Of<'remove'>): Promise<Planned> {
  const { state, user } = parts;
  const fees = await quoteFees(context);
  const quote = quoteRemove(state, reachNow(state), { shares: BigInt(act.removeEquity), ...fees });
  const { restockFee } = quote;
  const change = { d1: -quote.sats, d2: -quote.units, ds: -quote.shares };
  const { payer, terms } = shared(parts, act);
  const wanted = { rune: shareRuneOf(state), units: quote.shares, named: act.runeUtxos };
  const plan = planRemoveLots({
    ...terms,
    ...(restockFee === 0n ? {} : { serviceFee: serviceOutput(context, restockFee) }),
    lots: quote.lots,
    holder: payer,
    coins: await runeCoins(context, user, wanted),
    shareCoin: shareCoinOf(state),
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
  });
  return { plan, change, serviceFee: 0n, restockFee };
}
