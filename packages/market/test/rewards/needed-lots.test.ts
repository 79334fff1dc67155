/** Which lots of a pot people need. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neededLots } from '../../src/rewards/needed-lots.ts';

const needed = (lots: readonly number[], owed: readonly number[]): number[] =>
  neededLots(
    lots.map((units) => ({ amount: BigInt(units) })),
    owed.map(BigInt),
  ).map(({ amount }) => Number(amount));
const times = (count: number, units: number): number[] => Array.from({ length: count }, () => units);
const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

describe('needed lots', () => {
  it.each<[string, number[], number[], number[]]>([
    ['nothing is owed', [5, 3], [], []],
    ['no lots', [], [5], []],
    ['empty ones', [0, 5], [5], [5]],
    ['larger than anybody is owed', [1_000, 10], [10, 10], [10]],
    [
      'of ten large ones one, and all small ones',
      [...times(10, 100), ...times(9, 10)],
      [100, ...times(90, 10)],
      [100, ...times(9, 10)],
    ],
    ['several to one address', [4, 4, 4, 4], [12], [4, 4, 4]],
    [
      'the largest goes to whoever is owed most, what is left of that after others',
      [6, 5, 4],
      [10, 7],
      [6, 5, 4],
    ],
    ['small ones once large ones have paid', [10, 1, 1], [10], [10]],
  ])('%s', (_, lots, owed, expected) => {
    expect(needed(lots, owed)).toEqual(expected);
  });

  const Lots = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
  const Owed = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });

  it('are worth no more than is owed, and what is passed over pays nobody any more', () => {
    fc.assert(
      fc.property(Lots, Owed, (lots, owed) => {
        const taken = needed(lots, owed);
        expect(sumOf(taken)).toBeLessThanOrEqual(sumOf(owed));
        expect(taken).toEqual(taken.toSorted((a, b) => b - a));
        // Played on paper: every address, no debts cut off.
        const debts = [...owed];
        for (const lot of lots.filter((one) => one > 0).toSorted((a, b) => b - a)) {
          const at = debts.indexOf(Math.max(0, ...debts));
          const isTaken = taken.includes(lot) && (debts[at] ?? 0) >= lot;
          if (isTaken) {
            debts[at] = (debts[at] ?? 0) - lot;
            taken.splice(taken.indexOf(lot), 1);
          } else expect(Math.max(0, ...debts)).toBeLessThan(lot);
        }
        expect(taken).toEqual([]);
      }),
    );
  });

  it('without what is not needed are the same', () => {
    fc.assert(
      fc.property(Lots, Owed, (lots, owed) => {
        const taken = needed(lots, owed);
        expect(needed(taken, owed)).toEqual(taken);
      }),
    );
  });

  it('500 lots against 100,000 addresses are told in less than a second', () => {
    const owed = Array.from({ length: 100_000 }, (_, at) => 1 + (at % 1_000));
    const begun = performance.now();
    expect(needed(times(500, 7), owed)).toHaveLength(500);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
