/** How good a sweep can still get: the cost and the amount of asks that may be cut in pieces. Exact integers, never optimistic by rounding. */
import type { SweepAsk, SweepTerms } from './sweep-cost.ts';
import { thousandthsOf } from './sweep-cost.ts';

/** Parts of a sat that weights, fee rates and service fees are whole numbers of: 4 × 1,000 × 10,000. */
export const PARTS = 40_000_000n;

/** One way to let the service fee be smaller than it is: only its floor, or only its share. */
export interface Relaxation {
  /** Cost before any ask, in parts. */
  readonly fixed: bigint;
  /** Cost of each ask, in parts. */
  readonly costs: readonly bigint[];
  /** Positions of the asks, cheapest per token first. */
  readonly order: readonly number[];
}

/** Both relaxations; the truth is never below either. */
export function relaxationsOf(asks: readonly SweepAsk[], terms: SweepTerms): readonly Relaxation[] {
  const rate = thousandthsOf(terms.feeRateSatVb);
  const perWeight = (weight: number): bigint => BigInt(weight) * rate * (PARTS / 4000n);
  const fixed = perWeight(terms.weight) + terms.dust * PARTS;
  const relaxed = (floor: bigint, share: bigint): Relaxation => {
    const costs = asks.map(
      (ask) =>
        (ask.total - ask.brings) * PARTS + ask.total * share * (PARTS / 10_000n) + perWeight(ask.weight),
    );
    const order = asks.map((_, at) => at).toSorted((a, b) => compareRates(costs, asks, [a, b]) || a - b);
    return { fixed: fixed + floor * PARTS, costs, order };
  };
  return [relaxed(terms.service.least, 0n), relaxed(0n, terms.service.basisPoints)];
}

function compareRates(costs: readonly bigint[], asks: readonly SweepAsk[], [a, b]: [number, number]): number {
  const left = (costs[a] ?? 0n) * (asks[b]?.amount ?? 0n);
  const right = (costs[b] ?? 0n) * (asks[a]?.amount ?? 0n);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** No completion that has `target` costs fewer parts; undefined when none has it. */
export function leastCost(
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

/** No completion within `budget` parts has more. */
export function mostAmount(
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
