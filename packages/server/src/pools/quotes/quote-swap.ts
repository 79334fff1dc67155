/** What a swap would be right now: the lane it takes, what goes in and out of the pool, what its user pays and gets. */
import {
  MINIMUM_LANE_SATS,
  buyExactIn,
  buyExactOut,
  chooseLane,
  poolServiceFee,
  reachOf,
  satsBeforeFee,
  satsWithFee,
  sellExactIn,
  sellExactOut,
  swapsAgainst,
  waitingFits,
} from '@rialto/market';
import type { LaneQuote, Reach, Reserves, SwapSide } from '@rialto/market';
import type { Coin } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import { laneTips, unitsOn } from '../lane-tips.ts';
import type { LaneTip } from '../lane-tips.ts';
import type { PoolState } from '../state.ts';
import type { PoolContext } from '../context.ts';
import { LEAST } from '../terms.ts';

export type SwapType = '1x' | '2x' | 'x1' | 'x2';
type Fees = Pick<PoolContext['settings'], 'lpFeePpm' | 'serviceFee' | 'laneDepth'>;

export interface SwapQuote {
  readonly side: SwapSide;
  readonly lane: Coin;
  /** What it stands on. */
  readonly base: Reserves;
  /** Into the pool and out of it, in sat and units. */
  readonly sats: bigint;
  readonly units: bigint;
  readonly serviceFee: bigint;
  /** What the user pays and gets, network fee apart: sat, or units. */
  readonly pays: bigint;
  readonly gets: bigint;
}

const sideOf = (type: SwapType): SwapSide => (type === '1x' || type === 'x2' ? 'buy' : 'sell');

/**
 * @param asked the exact side: sat with the service fee in it, or units
 * @throws Refusal pool-too-small, swap-too-small, lanes-full
 */
export function quoteSwap(state: PoolState, type: SwapType, asked: bigint, fees: Fees): SwapQuote {
  const tips = laneTips(state);
  if (tips.length === 0) throw new Refusal('pool-too-small');
  const fitting = tips.filter(({ standing }) => waitingFits(state.confirmed.r1, standing.others));
  let refusal: Refusal | undefined;
  const quotes = fitting.flatMap((tip): { quote: SwapQuote; choice: LaneQuote }[] => {
    try {
      const quote = onLane(tip, type, asked, fees);
      return [{ quote, choice: choiceOf(tip, quote) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error;
      return [];
    }
  });
  if (quotes.length === 0 && refusal !== undefined) throw refusal;
  const chosen = chooseLane(
    quotes.map(({ choice }) => choice),
    fees.laneDepth,
  );
  const found = quotes.find(({ choice }) => choice === chosen);
  if (found === undefined) throw new Refusal('lanes-full');
  return found.quote;
}

function choiceOf({ coin, standing }: LaneTip, { side, pays, gets }: SwapQuote): LaneQuote {
  const { ancestors } = standing;
  const against = swapsAgainst(side, ancestors);
  return { lane: coin.outpoint, depth: ancestors.length, pays, gets, against };
}

function onLane({ coin, standing }: LaneTip, type: SwapType, asked: bigint, fees: Fees): SwapQuote {
  const { sats, units } = amountsOf(reachOf(standing.base, standing.others), type, asked, fees);
  const side = sideOf(type);
  const serviceFee = poolServiceFee(sats, fees.serviceFee);
  if (sats < LEAST.swap || sats <= serviceFee)
    throw new Refusal('swap-too-small', `${LEAST.swap} sat at least`);
  const isHeld = side === 'buy' ? unitsOn(coin) - units >= 1n : coin.value - sats >= MINIMUM_LANE_SATS;
  if (!isHeld) throw new Refusal('pool-too-small');
  const moved = { side, lane: coin, base: standing.base, sats, units, serviceFee };
  return side === 'buy'
    ? { ...moved, pays: sats + serviceFee, gets: units }
    : { ...moved, pays: units, gets: sats - serviceFee };
}

function amountsOf(
  reach: Reach,
  type: SwapType,
  asked: bigint,
  { lpFeePpm, serviceFee }: Fees,
): { readonly sats: bigint; readonly units: bigint } {
  switch (type) {
    case '1x': {
      const sats = satsBeforeFee(asked, serviceFee);
      return { sats, units: buyExactIn(reach, sats, lpFeePpm) };
    }
    case 'x2':
      return { sats: buyExactOut(reach, asked, lpFeePpm), units: asked };
    case '2x':
      return { sats: sellExactIn(reach, asked, lpFeePpm), units: asked };
    case 'x1': {
      const sats = satsWithFee(asked, serviceFee);
      return { sats, units: sellExactOut(reach, sats, lpFeePpm) };
    }
  }
}
