/** What an act would give, before anything is built: nothing is kept, and nobody is asked who he is. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { swapImpactPpm } from '@rialto/market';
import type { PoolContext } from '../context.ts';
import { E18, percent } from '../decimal.ts';
import { movesLots, pricedUnits } from '../moves-lots.ts';
import type { PoolState } from '../pool-state.ts';
import { withWaiting } from '../state.ts';
import { quoteAdd, quoteRemove, reachSoon } from './quote-liquidity.ts';
import { quoteSwap } from './quote-swap.ts';
import { quoteFees } from './swap-terms.ts';

/** Sizes in vB of an act on one lane by a taproot wallet with one coin (pools §7). */
const VSIZE = { buy: 310, sell: 311, add: 478, remove: 421 } as const;
/** The same with lots (pools §12): of one, of each more, and of a removal of four. */
const LOT_VSIZE = { buy: 343, sell: 286, add: 509, remove: 630, more: 58 } as const;
/** And of each further lane: acts of providers spend all of them. */
const LANE_VSIZE = 110;
const PPM = 1_000_000n;

/** Of an act of a provider. */
const sizeOf = ({ lanes, token }: PoolState, act: 'add' | 'remove'): number =>
  (movesLots(token) ? LOT_VSIZE : VSIZE)[act] + LANE_VSIZE * Math.max(0, lanes.length - 1);

const swapSize = (token: PoolState['token'], side: 'buy' | 'sell', lots: number): number =>
  movesLots(token) ? LOT_VSIZE[side] + LOT_VSIZE.more * Math.max(0, lots - 1) : VSIZE[side];

async function gasOf(context: PoolContext, vsize: number, feeRate: number | undefined): Promise<string> {
  const rate = feeRate ?? (await context.plans()).slow;
  return Math.ceil(vsize * Math.max(rate, 0)).toString();
}

const priceE18 = ({ token }: PoolState, sats: bigint, units: bigint): bigint =>
  units < 1n ? 0n : (sats * pricedUnits(token) * E18) / units;

export async function previewSwap(
  context: PoolContext,
  state: PoolState,
  { swapType, sourceAmount, feeRate }: BodyOf<'previewSwap'>,
): Promise<AnswerOf<'previewSwap'>> {
  const { settings } = context;
  const quote = quoteSwap(state, swapType, BigInt(sourceAmount), await quoteFees(context));
  const { side, sats, units, base, pays, gets } = quote;
  const soon = withWaiting(state);
  const paidInto = side === 'buy' ? sats : units;
  const userSats = side === 'buy' ? pays : gets;
  return {
    sourceAmount: pays.toString(),
    targetAmount: gets.toString(),
    gas: await gasOf(context, swapSize(state.token, side, quote.lots.length), feeRate),
    ratio: priceE18(state, userSats, units).toString(),
    poolRatio: priceE18(state, soon.r1, soon.r2).toString(),
    serviceFee: quote.serviceFee.toString(),
    restockFee: quote.restockFee.toString(),
    lots: quote.lots.map(({ amount }) => amount.toString()),
    lpFee: ((paidInto * settings.lpFeePpm) / PPM).toString(),
    lpFeePercent: percent(settings.lpFeePpm),
    serviceFeePercent: percent(settings.serviceFee.ppm),
    priceImpact: percent(swapImpactPpm(base, { side, sats, units }, settings.lpFeePpm) ?? 0n),
  };
}

/** What both acts of a provider say. No service fee is taken of them. */
async function ofProvider(
  context: PoolContext,
  state: PoolState,
  { vsize, feeRate }: { readonly vsize: number; readonly feeRate: number | undefined },
) {
  const soon = withWaiting(state);
  const gas = await gasOf(context, vsize, feeRate);
  return { gas, ratio: priceE18(state, soon.r1, soon.r2).toString(), serviceFee: '0' };
}

export async function previewAdd(
  context: PoolContext,
  state: PoolState,
  { source, sourceAmount, feeRate }: BodyOf<'previewAdd'>,
): Promise<AnswerOf<'previewAdd'>> {
  const { sats, units, shares } = quoteAdd(state, reachSoon(state), {
    source,
    asked: BigInt(sourceAmount),
  });
  const [own, other] = source === 'token1' ? [sats, units] : [units, sats];
  return {
    ...(await ofProvider(context, state, { vsize: sizeOf(state, 'add'), feeRate })),
    sourceAmount: own.toString(),
    targetAmount: other.toString(),
    addEquity: shares.toString(),
    poolEquity: (withWaiting(state).shares + shares).toString(),
  };
}

export async function previewRemove(
  context: PoolContext,
  state: PoolState,
  { removeEquity, feeRate }: BodyOf<'previewRemove'>,
): Promise<AnswerOf<'previewRemove'>> {
  const shares = BigInt(removeEquity);
  const quote = quoteRemove(state, reachSoon(state), { shares, ...(await quoteFees(context)) });
  return {
    ...(await ofProvider(context, state, { vsize: sizeOf(state, 'remove'), feeRate })),
    restockFee: quote.restockFee.toString(),
    token1Amount: (quote.sats - quote.restockFee).toString(),
    token2Amount: quote.units.toString(),
    removeEquity,
  };
}
