/** Branch and bound over baskets of asks: goes through every basket that may still be the best, cheapest per token first. */
import type { SweepAsk } from './sweep-cost.ts';

export interface Basket {
  readonly asks: readonly SweepAsk[];
  readonly amount: bigint;
  /** Parts of a sat by relaxation, in their order. */
  readonly spent: readonly bigint[];
}

export interface Goal<Found> {
  /** The value of a basket; undefined when it does not reach the target. */
  evaluate(basket: Basket): Found | undefined;
  isBetter(found: Found, than: Found): boolean;
  /** True when more asks make the basket only worse. */
  ends(basket: Basket): boolean;
  /** False when no asks from this position on can make it as good as the best found. */
  mayReach(basket: Basket, from: number, best: Found | undefined): boolean;
  /** The basket with one more ask. */
  add(basket: Basket, at: number): Basket;
}

export interface SearchLimits {
  /** Most asks in one basket: lots in one transaction. */
  readonly asks: number;
  /** Baskets examined before the search settles for the best so far. */
  readonly steps: number;
}

/** Enough to go through every basket of a dozen asks; in a larger book the bounds leave most of them out. */
export const SEARCH_LIMITS: SearchLimits = { asks: 20, steps: 5000 };

/** The best basket of `count` asks, and whether it is proven to be. */
export function searchBaskets<Found>(
  count: number,
  goal: Goal<Found>,
  { limits, start }: { limits: SearchLimits; start: Found | undefined },
): { best: Found | undefined; proven: boolean } {
  let best = start;
  let steps = 0;
  const visit = (basket: Basket, from: number): void => {
    steps += 1;
    const found = goal.evaluate(basket);
    if (found !== undefined && (best === undefined || goal.isBetter(found, best))) best = found;
    if (goal.ends(basket) || basket.asks.length >= limits.asks) return;
    for (let at = from; at < count && steps < limits.steps; at += 1) {
      if (!goal.mayReach(basket, at, best)) return;
      visit(goal.add(basket, at), at + 1);
    }
  };
  visit({ asks: [], amount: 0n, spent: [] }, 0);
  return { best, proven: steps < limits.steps };
}
