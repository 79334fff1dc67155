/** Sweeps: the cheapest asks for an amount, or the most tokens for a budget, at their true cost. Pure, exact, deterministic. */
import { amount as tokens, invariant, sats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { rateE18 } from '../fees.ts';
import { TOKEN_DECIMALS } from '../money.ts';
import { PARTS, minCost, mayBecome, maxAmount, relaxationsOf } from './sweep-bound.ts';
import type { Relaxation } from './sweep-bound.ts';
import { sweepCost } from './sweep-cost.ts';
import type { SweepAsk, SweepCost, SweepTerms } from './sweep-cost.ts';
import { SEARCH_LIMITS, searchBaskets } from './sweep-search.ts';
import type { Basket, Goal, SearchLimits } from './sweep-search.ts';
import { byAmount, byShownPrice, largerFirst, rowsForAmount, rowsForBudget } from './sweep-start.ts';

interface Sweep {
  /** Cheapest per token first. */
  readonly asks: readonly SweepAsk[];
  readonly amount: Amount;
  /** Undefined when nothing is bought. */
  readonly cost: SweepCost | undefined;
  /** True cost in sat per whole token × 10^18; 0 for nothing. */
  readonly rate: bigint;
  /** False when the book was too large to be sure that nothing is better. */
  readonly proven: boolean;
}

interface AmountSweep extends Sweep {
  /** Bought beyond the requested amount, because lots are indivisible. */
  readonly over: Amount;
  /** What one transaction cannot get from this book. */
  readonly missing: Amount;
}

interface BudgetSweep extends Sweep {
  readonly unspent: Sats;
}

interface SweepBook {
  /** Asks of one token that can be bought; each costs more than it brings. */
  readonly asks: readonly SweepAsk[];
  readonly terms: SweepTerms;
  /** Of the token; for the rate only. */
  readonly decimals?: number;
  readonly limits?: SearchLimits;
}

interface Found {
  readonly asks: readonly SweepAsk[];
  readonly amount: bigint;
  readonly cost: bigint;
}

/** The asks cheapest per token first, and their relaxations in that order. */
function prepared({ asks, terms }: SweepBook): {
  asks: readonly SweepAsk[];
  relaxations: readonly Relaxation[];
} {
  for (const ask of asks) {
    invariant(
      ask.amount > 0n && ask.total > ask.brings,
      'an ask sells something and costs more than it brings',
    );
  }
  const named = asks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [, byShare] = relaxationsOf(named, terms);
  const sorted = (byShare?.order ?? []).flatMap((at) => named[at] ?? []);
  return { asks: sorted, relaxations: relaxationsOf(sorted, terms) };
}

function foundOf({ asks, amount }: Basket, terms: SweepTerms): Found {
  return { asks, amount, cost: sweepCost(asks, terms).total };
}

function addTo(asks: readonly SweepAsk[], relaxations: readonly Relaxation[]): Goal<Found>['add'] {
  return (basket, at) => {
    const ask = asks[at];
    invariant(ask !== undefined, 'the ask is in the book');
    const spent = relaxations.map(({ costs }, n) => (basket.spent[n] ?? 0n) + (costs[at] ?? 0n));
    return { asks: [...basket.asks, ask], amount: basket.amount + ask.amount, spent };
  };
}

function bestOf(goal: Goal<Found>, baskets: readonly (readonly SweepAsk[])[]): Found | undefined {
  let best: Found | undefined;
  for (const asks of baskets) {
    const amount = asks.reduce((sum, ask) => sum + ask.amount, 0n);
    const found = goal.evaluate({ asks, amount, spent: [] });
    if (found !== undefined && (best === undefined || goal.isBetter(found, best))) best = found;
  }
  return best;
}

/** Of equal baskets the one with fewer asks is better. */
function isBetterBuy(a: Found, b: Found, first: (a: Found, b: Found) => bigint): boolean {
  const difference = first(a, b);
  return difference === 0n ? a.asks.length < b.asks.length : difference > 0n;
}

/**
 * The asks that give at least `target` for the least true cost; of equal ones those that give more. When the book, or as many lots
 * as one transaction takes, has less, the most that can be had, with what is missing.
 */
export function sweepForAmount(book: SweepBook, target: Amount): AmountSweep {
  const { asks, relaxations } = prepared(book);
  const { terms, limits = SEARCH_LIMITS } = book;
  const richest = asks.toSorted(byAmount);
  const most = fewestFor(richest.slice(0, limits.asks), target);
  if (target <= 0n || most.amount < target) {
    const basket = target <= 0n ? { ...most, asks: [], amount: 0n } : most;
    return { ...sweepOf(book, basket, true), over: tokens(0n), missing: tokens(target - basket.amount) };
  }
  const richestFrom = richestSuffix(asks);
  const goal: Goal<Found> = {
    evaluate: (basket) => (basket.amount >= target ? foundOf(basket, terms) : undefined),
    isBetter: (a, b) => isBetterBuy(a, b, () => b.cost - a.cost || a.amount - b.amount),
    ends: (basket) => basket.amount >= target,
    mayReach: ({ asks: chosen, amount, spent }, from, best) => {
      const slots = BigInt(limits.asks - chosen.length);
      if (amount + slots * (richestFrom[from] ?? 0n) < target) return false;
      return mayBecome(relaxations, chosen, (relaxation, n) => {
        const least = minCost(asks, relaxation, { from, amount, spent: spent[n] ?? 0n, target });
        return least !== undefined && (best === undefined || least <= best.cost * PARTS);
      });
    },
    add: addTo(asks, relaxations),
  };
  const starts = ordersOf(asks).flatMap((sorted) => [...rowsForAmount(sorted, target, limits.asks)]);
  const start = bestOf(goal, [most.asks, ...starts]);
  const { best, proven } = searchBaskets(asks.length, goal, { limits, start });
  const found = best ?? most;
  return {
    ...sweepOf(book, found, proven),
    over: tokens(found.amount - target),
    missing: tokens(0n),
  };
}

/** By true cost and by the price people see; all asks, and the free ones alone, which owe no service fee. */
function ordersOf(asks: readonly SweepAsk[]): readonly (readonly SweepAsk[])[] {
  const free = asks.filter((ask) => ask.free === true);
  return [asks, free].flatMap((some) => [some, some.toSorted(byShownPrice)]);
}

/** The first of the list that together have the target, or all of them. */
function fewestFor(asks: readonly SweepAsk[], target: bigint): Basket {
  let amount = 0n;
  const chosen = asks.filter((ask) => {
    if (amount >= target) return false;
    amount += ask.amount;
    return true;
  });
  return { asks: chosen, amount, spent: [] };
}

/** The largest amount of any ask from each position on. */
function richestSuffix(asks: readonly SweepAsk[]): readonly bigint[] {
  let most = 0n;
  return asks
    .toReversed()
    .map((ask) => (most = ask.amount > most ? ask.amount : most))
    .toReversed();
}

/** The asks that give the most tokens for at most `budget`, everything included; of equal ones the cheapest. */
export function sweepForBudget(book: SweepBook, budget: Sats): BudgetSweep {
  const { asks, relaxations } = prepared(book);
  const { terms, limits = SEARCH_LIMITS } = book;
  const affords = (basket: readonly SweepAsk[]): boolean => sweepCost(basket, terms).total <= budget;
  const goal: Goal<Found> = {
    evaluate: (basket) =>
      basket.asks.length > 0 && affords(basket.asks) ? foundOf(basket, terms) : undefined,
    isBetter: (a, b) => isBetterBuy(a, b, () => a.amount - b.amount || b.cost - a.cost),
    ends: (basket) => basket.asks.length > 0 && !affords(basket.asks),
    mayReach: ({ asks: chosen, amount, spent }, from, best) =>
      mayBecome(relaxations, chosen, (relaxation, n) => {
        const at = { from, amount, spent: spent[n] ?? 0n, budget: budget * PARTS };
        return best === undefined || maxAmount(asks, relaxation, at) >= best.amount;
      }),
    add: addTo(asks, relaxations),
  };
  const orders = [...ordersOf(asks), ...largerFirst(asks, limits.asks)];
  const starts = orders.map((sorted) => rowsForBudget(sorted, affords, limits.asks));
  const { best, proven } = searchBaskets(asks.length, goal, { limits, start: bestOf(goal, starts) });
  const found = best ?? { asks: [], amount: 0n, cost: 0n };
  return { ...sweepOf(book, found, proven), unspent: sats(budget - found.cost) };
}

function sweepOf(
  { terms, decimals = TOKEN_DECIMALS }: SweepBook,
  { asks, amount }: Pick<Found, 'asks' | 'amount'>,
  proven: boolean,
): Sweep {
  const cost = asks.length === 0 ? undefined : sweepCost(asks, terms);
  const rate = cost === undefined ? 0n : rateE18(cost.total, tokens(amount), decimals);
  return { asks, amount: tokens(amount), cost, rate, proven };
}
