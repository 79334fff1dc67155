/** The book: order of rows, depth, sweeps, and which rows flash. */
import fc from 'fast-check';
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { basisPointsOver, basketOf, bestAsks, buildBook, changedRows } from '../src/index.ts';
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
  const rows = buildBook([
    ask('own', 10_000n, 10n, { mine: true }),
    ask('gone', 11_000n, 10n, { pending: true }),
    ask('one', 12_000n, 10n),
    ask('two', 26_000n, 20n),
  ]);
  it('takes the best lots that can be bought', () => {
    expect(bestAsks(rows, 1).map((row) => row.id)).toEqual(['one']);
    expect(bestAsks(rows, 9).map((row) => row.id)).toEqual(['one', 'two']);
    expect(bestAsks(rows, -1)).toEqual([]);
  });
  it('adds them up', () => {
    expect(basketOf(bestAsks(rows, 2))).toEqual({
      total: 38_000n,
      amount: 30n * TOKEN,
      price: '1266.666666666666666666',
    });
    expect(basketOf([])).toEqual({ total: 0n, amount: 0n, price: '0' });
  });
});

describe('changedRows', () => {
  const before = buildBook([ask('a', 10_000n, 1n), ask('b', 20_000n, 1n)]);
  it('names new, repriced and pending rows once, and nothing at first sight', () => {
    const after = buildBook([
      ask('a', 10_000n, 1n),
      ask('b', 20_000n, 1n, { pending: true }),
      ask('c', 30_000n, 1n),
    ]);
    expect(changedRows(before, after)).toEqual(['b', 'c']);
    expect(changedRows(after, after)).toEqual([]);
    expect(changedRows(undefined, after)).toEqual([]);
  });
});

describe('basisPointsOver', () => {
  it('measures the distance to a reference', () => {
    expect(basisPointsOver(105n, 100n)).toBe(500);
    expect(basisPointsOver(95n, 100n)).toBe(-500);
    expect(basisPointsOver(95n, 0n)).toBeUndefined();
  });
});
