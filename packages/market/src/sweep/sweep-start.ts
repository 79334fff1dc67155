/** Where a search begins: baskets from the top of a list, so that no sweep is ever worse than the best rows taken one after the other. */
import type { SweepAsk } from './sweep-cost.ts';

/** By the price people see, best first. */
export function byShownPrice(a: SweepAsk, b: SweepAsk): number {
  const [left, right] = [a.total * b.amount, b.total * a.amount];
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Largest first. */
export function byAmount(a: SweepAsk, b: SweepAsk): number {
  return a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1;
}

/**
 * For a budget that pays for more asks than one transaction takes: small ones then fill the places of larger ones. The largest, and
 * the list in its order without its smaller half, and so on until `most` are left.
 */
export function largerFirst(sorted: readonly SweepAsk[], most: number): readonly (readonly SweepAsk[])[] {
  const richest = sorted.toSorted(byAmount);
  const lists = [richest];
  for (let kept = most; kept < sorted.length; kept *= 2) {
    const least = richest[kept - 1]?.amount ?? 0n;
    lists.push(sorted.filter((ask) => ask.amount >= least));
  }
  return lists;
}

/** The first rows that have the target; and for each shorter run of them the cheapest single ask that completes it. */
export function* rowsForAmount(
  sorted: readonly SweepAsk[],
  target: bigint,
  most: number,
): Generator<readonly SweepAsk[]> {
  let have = 0n;
  for (const [at, ask] of sorted.slice(0, most).entries()) {
    const rows = sorted.slice(0, at);
    const need = target - have;
    let last: SweepAsk | undefined;
    for (const one of sorted.slice(at)) {
      if (one.amount >= need && (last === undefined || one.total < last.total)) last = one;
    }
    if (last !== undefined) yield [...rows, last];
    have += ask.amount;
    if (have >= target) {
      yield [...rows, ask];
      return;
    }
  }
}

/** Row after row, leaving out what can no longer be afforded. */
export function rowsForBudget(
  sorted: readonly SweepAsk[],
  affords: (asks: readonly SweepAsk[]) => boolean,
  most: number,
): readonly SweepAsk[] {
  let rows: readonly SweepAsk[] = [];
  for (const ask of sorted) {
    if (rows.length >= most) break;
    const more = [...rows, ask];
    if (affords(more)) rows = more;
  }
  return rows;
}
