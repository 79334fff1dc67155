/** What a swap would be right now: the lane it takes, what goes in and out of the pool, what its user pays and gets. */
import {
  MINIMUM_LANE_SATS,
  buyExactIn,
  buyExactOut,
  chooseLane,
  poolServiceFee,
  reachOf,
  requireUnderCap,
  restockFee,
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
import { movesLots } from '../moves-lots.ts';
import type { ReadyLot } from '../ready-lots.ts';
import type { PoolState } from '../pool-state.ts';
import { LEAST } from '../terms.ts';
import { lotAmounts } from './lot-amounts.ts';
import type { QuoteFees, SwapAmounts, SwapType } from './swap-terms.ts';

export interface SwapQuote {
  readonly side: SwapSide;
  readonly lane: Coin;
  /** What it stands on. */
  readonly base: Reserves;
  /** Into the pool and out of it, in sat and units. */
  readonly sats: bigint;
  readonly units: bigint;
  readonly serviceFee: bigint;
  readonly lots: readonly ReadyLot[];
  /** For new lots in their place; the buyer pays it beside the service fee. */
  readonly restockFee: bigint;
  /** What the user pays and gets, network fee apart: sat, or units. */
  readonly pays: bigint;
  readonly gets: bigint;
}

const sideOf = (type: SwapType): SwapSide => (type === '1x' || type === 'x2' ? 'buy' : 'sell');

/**
 * @param asked the exact side: sat with the service fee in it, or units
 * @throws Refusal pool-too-small, swap-too-small, lanes-full; of BRC-20 no-ready-lots, whole-lots
 */
export function quoteSwap(state: PoolState, type: SwapType, asked: bigint, fees: QuoteFees): SwapQuote {
  const tips = laneTips(state);
  if (tips.length === 0) throw new Refusal('pool-too-small');
  const fitting = tips.filter(({ standing }) => waitingFits(state.confirmed.r1, standing.others));
  let refusal: Refusal | undefined;
  const quotes = fitting.flatMap((tip): { quote: SwapQuote; choice: LaneQuote }[] => {
    try {
      const quote = onLane(state, tip, { type, asked, fees });
      const signing = fees.signing?.get(tip.coin.outpoint) ?? 0;
      return [{ quote, choice: { ...choiceOf(tip, quote), signing } }];
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

function choiceOf({ coin, standing }: LaneTip, { side, pays, gets }: SwapQuote): Omit<LaneQuote, 'signing'> {
  const { ancestors } = standing;
  const against = swapsAgainst(side, ancestors);
  return { lane: coin.outpoint, depth: ancestors.length, pays, gets, against };
}

interface Asked {
  readonly type: SwapType;
  readonly asked: bigint;
  readonly fees: QuoteFees;
}

function onLane(state: PoolState, { coin, standing }: LaneTip, { type, asked, fees }: Asked): SwapQuote {
  const reach = reachOf(standing.base, standing.others);
  const isOfLots = movesLots(state.token);
  const { sats, units, lots } = isOfLots
    ? lotAmounts(state, reach, { type, asked, fees })
    : amountsOf(reach, type, asked, fees);
  const side = sideOf(type);
  const serviceFee = poolServiceFee(sats, fees.serviceFee);
  if (sats < LEAST.swap || sats <= serviceFee)
    throw new Refusal('swap-too-small', `${LEAST.swap} sat at least`);
  const isHeld =
    side === 'buy' ? isOfLots || unitsOn(coin) - units >= 1n : coin.value - sats >= MINIMUM_LANE_SATS;
  if (!isHeld) throw new Refusal('pool-too-small');
  const { r1, r2 } = standing.base;
  const [leaves, reserve] = side === 'buy' ? [units, r2] : [sats, r1];
  // The signer signs no more: whoever asks is told before he signs.
  requireUnderCap(leaves, reserve, fees.swapPpm);
  const forLots = restockFee(lots.length, fees.restockRate);
  const moved = { side, lane: coin, base: standing.base, sats, units, serviceFee, lots, restockFee: forLots };
  return side === 'buy'
    ? { ...moved, pays: sats + serviceFee + forLots, gets: units }
    : { ...moved, pays: units, gets: sats - serviceFee };
}

function amountsOf(
  reach: Reach,
  type: SwapType,
  asked: bigint,
  { lpFeePpm, serviceFee }: QuoteFees,
): SwapAmounts {
  const lots: readonly ReadyLot[] = [];
  switch (type) {
    case '1x': {
      const sats = satsBeforeFee(asked, serviceFee);
      return { sats, units: buyExactIn(reach, sats, lpFeePpm), lots };
    }
    case 'x2':
      return { sats: buyExactOut(reach, asked, lpFeePpm), units: asked, lots };
    case '2x':
      return { sats: sellExactIn(reach, asked, lpFeePpm), units: asked, lots };
    case 'x1': {
      const sats = satsWithFee(asked, serviceFee);
      return { sats, units: sellExactOut(reach, sats, lpFeePpm), lots };
    }
  }
}
