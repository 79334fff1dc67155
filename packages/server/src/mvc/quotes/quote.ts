/** What a swap on MVC would be right now: which coins of the pool it takes, what goes in and out, and what its user pays and gets, all costs named. */
import {
  buyExactIn,
  buyExactOut,
  chooseLane,
  requireUnderCap,
  sellExactIn,
  sellExactOut,
  swapImpactPpm,
  swapsAgainst,
  waitingFits,
} from '@rialto/market';
import type { IndexedPoolCoin } from '@rialto/ground';
import {
  MOST_POOL_TOKENS,
  MVC_LANE_DEPTH,
  MVC_MOST_WAITING_PPM,
  TOKEN_OUTPUT_SATS,
  smallestMvcSwap,
} from '@rialto/mvc';
import { Refusal } from '@rialto/refusals';
import type { PoolStand } from '../stand.ts';
import type { NetworkCost, SwapTerms } from '../terms.ts';
import { lanesOf, unitsOn } from './lanes.ts';
import type { Lane } from './lanes.ts';

export interface SwapAsked {
  readonly side: 'buy' | 'sell';
  /** Which amount is exact: what the user pays, or what he gets. */
  readonly exact: 'in' | 'out';
  /** Sat, or units; without the network's part for whoever pays SPACE, with it taken off for whoever gets it. */
  readonly amount: bigint;
}

/** What a swap costs beside its price. */
export interface SwapCosts {
  readonly network: NetworkCost;
  /** What more is in token outputs than in the token coins that are spent: sat, below zero where many coins become one. */
  readonly tokenSats: bigint;
  /** What lay under coins of the pool's tokens that become one: it pays a part of what the network takes. */
  readonly freed: bigint;
}

/** By the pool's coins of tokens that a swap spends. */
export type CostsWith = (taken: readonly IndexedPoolCoin[]) => SwapCosts;

export interface SwapQuote extends SwapAsked {
  readonly lane: Lane;
  /** Paid into the pool by a buyer; got by a seller, all costs taken off. */
  readonly sats: bigint;
  readonly units: bigint;
  /** SPACE that comes into the pool, or leaves it in all. */
  readonly moved: bigint;
  readonly costs: SwapCosts;
  readonly lpFee: bigint;
  readonly impactPpm: bigint;
  readonly least: bigint;
}

export const networkFee = ({ network, freed }: SwapCosts): bigint => network.check + network.swap - freed;
export const allCosts = (costs: SwapCosts): bigint => networkFee(costs) + costs.tokenSats;

/** The smallest swap, in sat that move between pool and user; by the fees alone, as the signer has it. */
export const leastOf = ({ network }: SwapCosts): bigint => smallestMvcSwap(network.check + network.swap);

/** @throws Refusal pool-too-small, swap-too-small, lanes-full */
export function quoteSwap(stand: PoolStand, asked: SwapAsked, costs: CostsWith, terms: SwapTerms): SwapQuote {
  if (asked.side === 'buy') return fewestCoins((coins) => quoteTaking(stand, coins, { asked, costs, terms }));
  requireRoom(stand);
  return quoteOn(stand, lanesOf(stand, 0), { asked, costs, terms });
}

/** A purchase takes one coin of the pool's tokens, and more of them where that one does not hold what is bought. */
export function fewestCoins<T>(take: (coins: number) => T): T {
  let short: Refusal | undefined;
  for (let coins = 1; coins <= MOST_POOL_TOKENS; coins += 1)
    try {
      return take(coins);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // There are not so many: what fewer of them hold is the most.
      if (error.code === 'lanes-full' && short !== undefined) throw short;
      if (error.code !== 'pool-too-small') throw error;
      short = error;
    }
  throw short ?? new Refusal('pool-too-small');
}

/**
 * A purchase of so many coins of the pool's tokens. One that others are about to take is better than one more: nobody who builds and does
 * not sign shuts the pool or makes it dear.
 * @throws Refusal as `quoteSwap`; lanes-full too where there are not so many
 */
export function quoteTaking(stand: PoolStand, coins: number, of: OfLane): SwapQuote {
  requireRoom(stand);
  const quiet = lanesOf(stand, coins);
  if (quiet.length === 0) throw new Refusal('lanes-full');
  try {
    return quoteOn(stand, quiet, of);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'pool-too-small') throw error;
    return quoteOn(stand, lanesOf(stand, coins, 'large'), of);
  }
}

/** @throws Refusal lanes-full */
function requireRoom({ pending, confirmed }: PoolStand): void {
  const waiting = pending.map(({ change }) => change);
  if (!waitingFits(confirmed.r1, waiting, MVC_MOST_WAITING_PPM)) throw new Refusal('lanes-full');
}

function quoteOn(stand: PoolStand, lanes: readonly Lane[], of: OfLane): SwapQuote {
  if (lanes.length === 0) throw new Refusal('lanes-full');
  let refusal: Refusal | undefined;
  const quotes = lanes.flatMap((lane): SwapQuote[] => {
    try {
      return [onLane(stand, lane, of)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal ??= error;
      return [];
    }
  });
  if (quotes.length === 0 && refusal !== undefined) throw refusal;
  const chosen = chooseLane(quotes.map(choiceOf), MVC_LANE_DEPTH);
  const found = quotes.find(({ lane }) => lane.space.outpoint === chosen.lane);
  if (found === undefined) throw new Refusal('lanes-full');
  return found;
}

function choiceOf({ side, lane, sats, units }: SwapQuote) {
  const [pays, gets] = side === 'buy' ? [sats, units] : [units, sats];
  const { ancestors, signing, space } = lane;
  const against = swapsAgainst(side, ancestors);
  return { lane: space.outpoint, depth: ancestors.length, pays, gets, against, signing };
}

interface OfLane {
  readonly asked: SwapAsked;
  readonly costs: CostsWith;
  readonly terms: SwapTerms;
}

function onLane(stand: PoolStand, lane: Lane, { asked, costs: costsWith, terms }: OfLane): SwapQuote {
  const { side } = asked;
  const costs = costsWith(lane.tokens);
  const { moved, units } = side === 'buy' ? bought(lane, asked, terms) : sold(lane, asked, { costs, terms });
  const least = leastOf(costs);
  if (moved < least) throw new Refusal('swap-too-small', `${least} sat at least`);
  const sats = side === 'buy' ? moved : moved - allCosts(costs);
  if (sats < 1n) throw new Refusal('swap-too-small', `${least} sat at least`);
  requireHeld(lane, { side, moved, units, costs });
  const { r1, r2 } = lane.base;
  requireUnderCap(...(side === 'buy' ? ([units, r2] as const) : ([moved, r1] as const)), terms.swapPpm);
  const paid = side === 'buy' ? moved : units;
  return {
    ...asked,
    lane,
    sats,
    units,
    moved,
    costs,
    least,
    lpFee: (paid * terms.lpFeePpm) / 1_000_000n,
    impactPpm: swapImpactPpm(stand.confirmed, { side, sats: moved, units }, terms.lpFeePpm) ?? 0n,
  };
}

function bought({ reach }: Lane, { exact, amount }: SwapAsked, { lpFeePpm }: SwapTerms) {
  return exact === 'in'
    ? { moved: amount, units: buyExactIn(reach, amount, lpFeePpm) }
    : { moved: buyExactOut(reach, amount, lpFeePpm), units: amount };
}

function sold(
  { reach }: Lane,
  { exact, amount }: SwapAsked,
  { costs, terms }: { readonly costs: SwapCosts; readonly terms: SwapTerms },
) {
  if (exact === 'in') return { moved: sellExactIn(reach, amount, terms.lpFeePpm), units: amount };
  const moved = amount + allCosts(costs);
  return { moved, units: sellExactOut(reach, moved, terms.lpFeePpm) };
}

interface Moved {
  readonly side: 'buy' | 'sell';
  readonly moved: bigint;
  readonly units: bigint;
  readonly costs: SwapCosts;
}

/** @throws Refusal pool-too-small when the lane's own coins do not hold what leaves, and something beside it */
function requireHeld({ space, tokens }: Lane, { side, moved, units, costs }: Moved): void {
  if (side === 'buy') {
    const held = tokens.reduce((sum, coin) => sum + unitsOn(coin), 0n);
    if (units >= held) throw new Refusal('pool-too-small', `${held > 0n ? held - 1n : 0n} at most`);
    return;
  }
  // The check's coin is made of the pool's too, and comes back in the swap.
  const most = space.value - networkFee(costs) - 2n * TOKEN_OUTPUT_SATS;
  if (moved > most) throw new Refusal('pool-too-small', `${most > 0n ? most : 0n} sat at most`);
}
