/** The book: order of rows, depth, sweeps, and which rows flash. */
import fc from 'fast-check';
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  basisPointsOver,
  basketFee,
  basketOf,
  bestAsks,
  buildBook,
  crossingAsks,
  levelsOf,
} from '../src/index.ts';
import type { BookAsk } from '../src/index.ts';

const TOKEN = 10n ** 18n;
const ask = (id: string, total: bigint, tokens: bigint, more: Partial<BookAsk> = {}): BookAsk => ({
  id,
  total: sats(total),
  amount: amount(tokens * TOKEN),
  placedAt: 0,
  mine: false,
  pending: false,
  ...more,
});

describe('buildBook', () => {
  it('puts the best price first, then the earlier, then the smaller id', () => {
    const rows = buildBook([
      ask('d', 30_000n, 10n),
      ask('c', 20_000n, 10n, { placedAt: 2 }),
      ask('b', 20_000n, 10n, { placedAt: 1 }),
      ask('a', 40_000n, 20n, { placedAt: 2 }),
    ]);
    expect(rows.map((row) => row.id)).toEqual(['b', 'a', 'c', 'd']);
    expect(rows.map((row) => row.price)).toEqual(['2000', '2000', '2000', '3000']);
  });
  it('orders equal prices of one moment by id, however they are given', () => {
    const asks = ['a', 'b', 'c'].map((id) => ask(id, 20_000n, 10n));
    expect(buildBook(asks).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(buildBook(asks.toReversed()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
  it('tells with each row what it and all better ones cost and give', () => {
    const rows = buildBook([ask('a', 20_000n, 10n), ask('b', 30_000n, 10n), ask('c', 80_000n, 20n)]);
    expect(rows.map(({ sumTotal, sumAmount, depth }) => [sumTotal, sumAmount / TOKEN, depth])).toEqual([
      [20_000n, 10n, 250],
      [50_000n, 20n, 500],
      [130_000n, 40n, 1000],
    ]);
  });
  it('of an order of nothing is empty and has no price', () => {
    expect(buildBook([ask('a', 20_000n, 0n)])).toMatchObject([{ rate: 0n, price: '0', depth: 0 }]);
  });
  it('sums depth towards the far end, which is the whole book', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt(10_000n, 10n ** 9n), fc.bigInt(1n, 10n ** 6n)), {
          minLength: 1,
          maxLength: 50,
        }),
        (list) => {
          const rows = buildBook(list.map(([total, tokens], index) => ask(`${index}`, total, tokens)));
          expect(rows.at(-1)?.depth).toBe(1000);
          for (const [index, row] of rows.entries()) {
            expect(row.depth).toBeGreaterThanOrEqual(rows[index - 1]?.depth ?? 0);
            expect(row.rate).toBeGreaterThanOrEqual(rows[index - 1]?.rate ?? 0n);
          }
        },
      ),
    );
  });
  it('has no rows without asks', () => {
    expect(buildBook([])).toEqual([]);
  });
});

describe('baskets', () => {
  const book = () =>
    buildBook([
      ask('own', 10_000n, 10n, { mine: true }),
      ask('removed', 11_000n, 10n, { pending: true }),
      ask('one', 12_000n, 10n),
      ask('two', 26_000n, 20n),
    ]);
  it('takes the best lots that can be bought', () => {
    expect(bestAsks(book(), 1).map((row) => row.id)).toEqual(['one']);
    expect(bestAsks(book(), 9).map((row) => row.id)).toEqual(['one', 'two']);
    expect(bestAsks(book(), -1)).toEqual([]);
  });
  it('adds them up', () => {
    expect(basketOf(bestAsks(book(), 2))).toEqual({
      total: 38_000n,
      amount: 30n * TOKEN,
      price: '1266.666666666666666666',
    });
    expect(basketOf([])).toEqual({ total: 0n, amount: 0n, price: '0' });
  });
});

describe('service fee of a basket', () => {
  it('is of what is not free, and none when all is', () => {
    const paid = ask('paid', 500_000n, 1n);
    const free = ask('free', 900_000n, 1n, { free: true });
    expect(basketFee([paid, free])).toBe(5_000n);
    expect(basketFee([free])).toBe(0n);
    expect(basketFee([])).toBe(0n);
    expect(basketFee([ask('small', 10_000n, 1n)])).toBe(2_000n);
  });
});

describe('levels', () => {
  const book = () =>
    buildBook([
      ask('a', 19_000n, 10n),
      ask('b', 57_000n, 30n, { mine: true }),
      ask('c', 20_000n, 10n, { pending: true }),
    ]);
  it('are one row a price, with all that is there', () => {
    const [first, second] = levelsOf(book(), 5);
    expect(first).toMatchObject({
      price: '1900',
      worst: '1900',
      amount: 40n * TOKEN,
      total: 76_000n,
      mine: true,
    });
    expect(first).toMatchObject({ pending: false, depth: 800 });
    expect(second).toMatchObject({ price: '2000', mine: false, pending: true, depth: 1000 });
    const half = buildBook([ask('a', 20_000n, 10n), ask('b', 20_000n, 10n, { pending: true })]);
    expect(levelsOf(half, 5)).toMatchObject([{ pending: false }]);
  });
  it('join what looks the same, and name the dearest of it', () => {
    const near = buildBook([ask('a', 5_702n, 3n), ask('b', 19_006n, 10n), ask('c', 19_007n, 10n)]);
    expect(levelsOf(near, 5).map(({ price, worst }) => [price, worst])).toEqual([
      ['1900.6', '1900.6'],
      ['1900.7', '1900.7'],
    ]);
    expect(levelsOf(near, 5)[1]?.rows.map((row) => row.id)).toEqual(['a', 'c']);
  });
  it('keep every order, in order, and never show one price twice', () => {
    const asks = fc.array(fc.tuple(fc.bigInt(10_000n, 10n ** 9n), fc.bigInt(1n, 10n ** 6n)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(asks, fc.integer({ min: 1, max: 8 }), (list, digits) => {
        const all = buildBook(list.map(([total, tokens], at) => ask(`${at}`, total, tokens)));
        const levels = levelsOf(all, digits);
        expect(levels.flatMap((level) => level.rows)).toEqual(all);
        expect(new Set(levels.map((level) => level.price)).size).toBe(levels.length);
        expect(levels.reduce((sum, level) => sum + level.total, 0n)).toBe(
          all.reduce((sum, row) => sum + row.total, 0n),
        );
      }),
    );
  });
  it('carry a mark that changes with what is seen', () => {
    const mark = (more: Partial<BookAsk>) => levelsOf(buildBook([ask('a', 19_000n, 10n, more)]), 5)[0]?.mark;
    expect(mark({})).toBe(mark({ placedAt: 5 }));
    expect(mark({})).not.toBe(mark({ pending: true }));
  });
});

describe('a limit that crosses', () => {
  const book = () =>
    buildBook([
      ask('own', 9_000n, 10n, { mine: true }),
      ask('one', 10_000n, 10n),
      ask('big', 55_000n, 50n),
      ask('two', 12_000n, 10n),
      ask('dear', 20_000n, 10n),
    ]);
  const meets = (price: bigint, tokens: bigint, most = 20) => {
    const { rows: met, rest } = crossingAsks(book(), { rate: price * TOKEN, amount: tokens * TOKEN, most });
    return [met.map((row) => row.id).join(), rest / TOKEN];
  };
  it('meets what is at its price or better, and fits', () => {
    expect(meets(1_200n, 25n)).toEqual(['one,two', 5n]);
    expect(meets(1_200n, 70n)).toEqual(['one,big,two', 0n]);
    expect(meets(1_199n, 25n)).toEqual(['one', 15n]);
    expect(meets(999n, 100n)).toEqual(['', 100n]);
    expect(meets(5_000n, 5n)).toEqual(['', 5n]);
    expect(meets(5_000n, 100n, 2)).toEqual(['one,big', 40n]);
  });
});

describe('basisPointsOver', () => {
  it('measures the distance to a reference', () => {
    expect(basisPointsOver(105n, 100n)).toBe(500);
    expect(basisPointsOver(95n, 100n)).toBe(-500);
    expect(basisPointsOver(95n, 0n)).toBeUndefined();
  });
});
