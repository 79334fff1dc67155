/** An act of a provider on lanes that blocks have: first liquidity, more, or less. */
import { BURNED_SHARES, firstShares } from '@rialto/market';
import { amount, knownRuneId, sats, splitAsset } from '@rialto/protocols';
import type { AssetId, RuneId } from '@rialto/protocols';
import { planAdd, planInit, planRemove } from '@rialto/psbt';
import type { Liquidity } from '../../store/pools/pool-act-store.ts';
import type { PoolContext } from '../context.ts';
import { movesLots } from '../moves-lots.ts';
import { quoteAdd, quoteRemove, reachNow } from '../quotes/quote-liquidity.ts';
import { quoteFees } from '../quotes/swap-terms.ts';
import { requireLive } from '../reads/find-pool.ts';
import type { Planned } from './kept-act.ts';
import { shareCoinOf, shareRuneOf, spread } from './liquidity-parts.ts';
import type { LiquidityParts, Of } from './liquidity-parts.ts';
import { planLotLiquidity } from './lots/plan-lot-liquidity.ts';
import { payingCoins, runeCoins } from './user-coins.ts';

function runeOf(token: AssetId): RuneId {
  return knownRuneId(splitAsset(token)?.id ?? '');
}

/** @throws Refusal as the quotes, the user's coins and the templates; coin-unconfirmed before the shares are etched */
export async function planLiquidity(
  context: PoolContext,
  parts: LiquidityParts,
  act: Liquidity,
): Promise<Planned> {
  requireLive(parts.state);
  if (movesLots(parts.token)) return planLotLiquidity(context, parts, act);
  switch (act.kind) {
    case 'init':
      return planFirst(context, parts, act);
    case 'add':
      return planMore(context, parts, act);
    case 'remove':
      return planLess(context, parts, act);
  }
}

async function planFirst(
  context: PoolContext,
  { state, token, user }: LiquidityParts,
  act: Of<'init'>,
): Promise<Planned> {
  const [r1, r2] = [BigInt(act.token1Amount), BigInt(act.token2Amount)];
  const { made } = firstShares({ r1, r2 });
  const { script, key } = user;
  const plan = planInit({
    payer: { script, key, coins: await payingCoins(context, user) },
    coins: await runeCoins(context, user, { rune: runeOf(token), units: r2, named: act.runeUtxos }),
    pool: state.script,
    shareCoin: shareCoinOf(state),
    lanes: [{ value: sats(r1), amount: amount(r2) }],
    shares: amount(made),
    burned: amount(BURNED_SHARES),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change: { d1: r1, d2: r2, ds: made }, serviceFee: 0n };
}

async function planMore(
  context: PoolContext,
  { state, token, user }: LiquidityParts,
  act: Of<'add'>,
): Promise<Planned> {
  const quote = quoteAdd(state, reachNow(state), { source: act.source, asked: BigInt(act.sourceAmount) });
  const change = { d1: quote.sats, d2: quote.units, ds: quote.shares };
  const { script, key } = user;
  const plan = planAdd({
    payer: { script, key, coins: await payingCoins(context, user) },
    coins: await runeCoins(context, user, { rune: runeOf(token), units: quote.units, named: act.runeUtxos }),
    pool: state.script,
    shareCoin: shareCoinOf(state),
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change, serviceFee: 0n };
}

async function planLess(
  context: PoolContext,
  { state, user }: LiquidityParts,
  act: Of<'remove'>,
): Promise<Planned> {
  const shares = BigInt(act.removeEquity);
  const quote = quoteRemove(state, reachNow(state), { shares, ...(await quoteFees(context)) });
  const change = { d1: -quote.sats, d2: -quote.units, ds: -quote.shares };
  const shareCoin = shareCoinOf(state);
  const shareRune = shareRuneOf(state);
  const { script, key } = user;
  const plan = planRemove({
    holder: { script, key },
    coins: await runeCoins(context, user, { rune: shareRune, units: quote.shares, named: act.runeUtxos }),
    pool: state.script,
    shareCoin,
    lanes: spread(state.lanes, change),
    shares: amount(quote.shares),
    serviceFee: undefined,
    feeRateSatVb: act.feeRate,
  });
  return { plan, change, serviceFee: 0n };
}
