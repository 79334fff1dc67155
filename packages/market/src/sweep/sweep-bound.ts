/** How good a sweep can still get: the cost and the amount of asks that may be cut in pieces. Exact integers, never optimistic by rounding. */
import type { SweepAsk, SweepTerms } from './sweep-cost.ts';
import { freeWeight, thousandthsOf } from './sweep-cost.ts';

/** Parts of a sat that weights, fee rates and service fees are whole numbers of: 4 × 1,000 × 10,000. */
export const PARTS = 40_000_000n;

/** One way to let a basket cost less than it does. */
export interface Relaxation {
  /** Cost before any ask, in parts. */
  readonly fixed: bigint;
  /** Cost of each ask, in parts. */
  readonly costs: readonly bigint[];
  /** Positions of the asks that may be added, cheapest per token first. */
  readonly order: readonly number[];
  /** True for baskets of free asks alone; else for baskets that owe a service fee. */
  readonly free: boolean;
}

/**
 * For baskets that owe a service fee two: only the fee's floor, and only its share; the truth is never below either. For
 * baskets of free asks one, which owes nothing and has only those to add.
 */
export function relaxationsOf(asks: readonly SweepAsk[], terms: SweepTerms): readonly Relaxation[] {
  const rate = thousandthsOf(terms.feeRateSatVb);
  const perWeight = (weight: number): bigint => BigInt(weight) * rate * (PARTS / 4000n);
  const relaxed = (floor: bigint, share: bigint, free: boolean): Relaxation => {
    const costs = asks.map((ask) => {
      const owed = ask.free === true ? 0n : ask.total * share * (PARTS / 10_000n);
      return (ask.total - ask.brings) * PARTS + owed + perWeight(ask.weight);
    });
    const order = asks
      .flatMap((ask, at) => (free && ask.free !== true ? [] : [at]))
      .toSorted((a, b) => compareRates(costs, asks, [a, b]) || a - b);
    const frame = perWeight(free ? freeWeight(terms) : terms.weight);
    return { fixed: frame + (terms.dust + floor) * PARTS, costs, order, free };
  };
  const { least, basisPoints } = terms.service;
  return [relaxed(least, 0n, false), relaxed(0n, basisPoints, false), relaxed(0n, 0n, true)];
}

function compareRates(costs: readonly bigint[], asks: readonly SweepAsk[], [a, b]: [number, number]): number {
  const left = (costs[a] ?? 0n) * (asks[b]?.amount ?? 0n);
  const right = (costs[b] ?? 0n) * (asks[a]?.amount ?? 0n);
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * False when neither kind of basket that this one can become allows it: one that owes a service fee by both its relaxations,
 * or, while every ask in it is free, one of free asks alone.
 */
export function mayBecome(
  relaxations: readonly Relaxation[],
  chosen: readonly SweepAsk[],
  allows: (relaxation: Relaxation, n: number) => boolean,
): boolean {
  const ofKind = (free: boolean): boolean =>
    relaxations.every((relaxation, n) => relaxation.free !== free || allows(relaxation, n));
  return ofKind(false) || (chosen.every((ask) => ask.free === true) && ofKind(true));
}

/** No completion of the relaxation's kind that has `target` costs fewer parts; undefined when none has it. */
export function minCost(
  asks: readonly SweepAsk[],
  relaxation: Relaxation,
  { from, amount, spent, target }: { from: number; amount: bigint; spent: bigint; target: bigint },
): bigint | undefined {
  let cost = relaxation.fixed + spent;
  let need = target - amount;
  for (const at of relaxation.order) {
    if (need <= 0n) break;
    if (at < from) continue;
    const has = asks[at]?.amount ?? 0n;
    const price = relaxation.costs[at] ?? 0n;
    cost += has <= need ? price : (price * need) / has;
    need -= has;
  }
  return need > 0n ? undefined : cost;
}

/** No completion of the relaxation's kind within `budget` parts has more. */
export function maxAmount(
  asks: readonly SweepAsk[],
  relaxation: Relaxation,
  { from, amount, spent, budget }: { from: number; amount: bigint; spent: bigint; budget: bigint },
): bigint {
  let left = budget - relaxation.fixed - spent;
  let most = amount;
  for (const at of relaxation.order) {
    if (left <= 0n) break;
    if (at < from) continue;
    const has = asks[at]?.amount ?? 0n;
    const price = relaxation.costs[at] ?? 0n;
    most += price <= left ? has : (has * left) / price;
    left -= price;
  }
  return most;
}
