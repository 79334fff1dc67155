/** What an act would give, before anything is built: nothing is kept, and nobody is asked who he is. */
import type { AnswerOf, BodyOf } from '@rialto/contract';
import { swapImpactPpm } from '@rialto/market';
import type { PoolContext } from '../context.ts';
import { E18, percent } from '../decimal.ts';
import type { PoolState } from '../state.ts';
import { withWaiting } from '../state.ts';
import { quoteAdd, quoteRemove, reachSoon } from './quote-liquidity.ts';
import { quoteSwap } from './quote-swap.ts';

/** Sizes in vB of an act on one lane by a taproot wallet with one coin (pools §7). */
const VSIZE = { buy: 310, sell: 311, add: 478, remove: 421 } as const;
/** And of each further lane: acts of providers spend all of them. */
const LANE_VSIZE = 110;
const PPM = 1_000_000n;

const sizeOf = ({ lanes }: PoolState, ofOne: number): number =>
  ofOne + LANE_VSIZE * Math.max(0, lanes.length - 1);

async function gasOf(context: PoolContext, vsize: number, feeRate: number | undefined): Promise<string> {
  const rate = feeRate ?? (await context.plans()).slow;
  return Math.ceil(vsize * Math.max(rate, 0)).toString();
}

const ratio = (value: bigint, divisor: bigint): bigint => (divisor < 1n ? 0n : value / divisor);

export async function previewSwap(
  context: PoolContext,
  state: PoolState,
  { swapType, sourceAmount, feeRate }: BodyOf<'previewSwap'>,
): Promise<AnswerOf<'previewSwap'>> {
  const { settings } = context;
  const quote = quoteSwap(state, swapType, BigInt(sourceAmount), settings);
  const { side, sats, units, base, pays, gets } = quote;
  const soon = withWaiting(state);
  const paidInto = side === 'buy' ? sats : units;
  const userSats = side === 'buy' ? pays : gets;
  return {
    sourceAmount: pays.toString(),
    targetAmount: gets.toString(),
    gas: await gasOf(context, VSIZE[side], feeRate),
    ratio: ratio(userSats * E18, units).toString(),
    poolRatio: ratio(soon.r1 * E18, soon.r2).toString(),
    serviceFee: quote.serviceFee.toString(),
    restockFee: '0',
    lots: [],
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
  return { gas, ratio: ratio(soon.r1 * E18, soon.r2).toString(), serviceFee: '0' };
}

export async function previewAdd(
  context: PoolContext,
  state: PoolState,
  { source, sourceAmount, feeRate }: BodyOf<'previewAdd'>,
): Promise<AnswerOf<'previewAdd'>> {
  const { sats, units, shares } = quoteAdd(reachSoon(state), source, BigInt(sourceAmount));
  const [own, other] = source === 'token1' ? [sats, units] : [units, sats];
  return {
    ...(await ofProvider(context, state, { vsize: sizeOf(state, VSIZE.add), feeRate })),
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
  const { sats, units } = quoteRemove(state, reachSoon(state), BigInt(removeEquity));
  return {
    ...(await ofProvider(context, state, { vsize: sizeOf(state, VSIZE.remove), feeRate })),
    token1Amount: sats.toString(),
    token2Amount: units.toString(),
    removeEquity,
  };
}
