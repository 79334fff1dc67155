/** Lots of a pool that can be bought, and the sums of them. Pure. */
import { grouped } from '@rialto/market';
import { textOf } from '../../../show/swap/amounts.ts';

interface Counted {
  readonly amount: string;
  readonly count: number;
}

/** How many there are of each amount, in the order in which they come. */
export function countsOf(amounts: readonly string[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return [...counts].map(([amount, count]) => ({ amount, count }));
}

/** The lots of a sum, as they are added up: `1,000 + 2 × 50`. */
export function sumText(amounts: readonly string[], divisibility: number): string {
  return countsOf(amounts)
    .map(({ amount, count }) => {
      const text = grouped(textOf(BigInt(amount), divisibility));
      return count === 1 ? text : `${count} × ${text}`;
    })
    .join(' + ');
}
