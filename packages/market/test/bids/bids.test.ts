/** Bids: their order in the book, what a sale meets, what it pays, and what a ladder costs. */
import fc from 'fast-check';
import { amount, sats } from '@rialto/protocols';

import { describe, expect, it } from 'vitest';
import {
  RUNG_VSIZE,
  answersOf,
  bidsFor,
  buildBook,
  fillProceeds,
  ladderCost,
  worstWayBack,
  levelsOf,
  smallestRung,
} from '../../src/index.ts';
import type { BookAsk } from '../../src/index.ts';

const TOKEN = 10n ** 18n;
const bid = (id: string, total: bigint, tokens: bigint, more: Partial<BookAsk> = {}): BookAsk => ({
  ...{ id, total: sats(total), amount: amount(tokens * TOKEN), placedAt: 0, mine: false, pending: false },
  ...more,
});
const bidsOf = (...bids: BookAsk[]) => buildBook(bids, 18, 'bid');
const ids = (rows: readonly { id: string }[]): readonly string[] => rows.map(({ id }) => id);

describe('the bid side', () => {
  it('has the highest price first, then the earlier, then the smaller id', () => {
    const rows = bidsOf(
      bid('low', 10_000n, 10n),
      bid('late', 20_000n, 10n, { placedAt: 2 }),
      bid('early', 20_000n, 10n, { placedAt: 1 }),
      bid('b', 30_000n, 10n),
      bid('a', 60_000n, 20n),
    );
    expect(ids(rows)).toEqual(['a', 'b', 'early', 'late', 'low']);
    expect(rows.map(({ sumAmount }) => sumAmount / TOKEN)).toEqual([20n, 30n, 40n, 50n, 60n]);
    expect(levelsOf(rows, 5).map(({ price, worst }) => [price, worst])).toEqual([
      ['3000', '3000'],
      ['2000', '2000'],
      ['1000', '1000'],
    ]);
  });
  it('names the lowest exact price of a level: a sale at it meets all of them', () => {
    const [level] = levelsOf(bidsOf(bid('a', 1_234_561n, 1_000n), bid('b', 1_234_564n, 1_000n)), 5);
    expect([level?.price, level?.worst]).toEqual(['1234.6', '1234.561']);
  });
});

describe('a sale', () => {
  const rows = bidsOf(
    bid('mine', 90_000n, 10n, { mine: true }),
    bid('best', 80_000n, 10n),
    bid('grey', 70_000n, 10n, { pending: true }),
    bid('large', 600_000n, 100n),
    bid('small', 25_000n, 5n),
  );
  it('meets the best bids that fit whole: not its own, not those that cannot be filled', () => {
    const { rows: met, rest } = bidsFor(rows, { amount: 17n * TOKEN, most: 12 });
    expect([ids(met), rest]).toEqual([['best', 'small'], 2n * TOKEN]);
  });
  it('stops at its least price and at as many as one act may have', () => {
    expect(ids(bidsFor(rows, { amount: 200n * TOKEN, most: 12, least: 6_000n * TOKEN }).rows)).toEqual([
      'best',
      'large',
    ]);
    expect(ids(bidsFor(rows, { amount: 200n * TOKEN, most: 1 }).rows)).toEqual(['best']);
  });
  it('never sells more than the amount, and meets no worse bid before a better one that fits', () => {
    const sizes = fc.array(fc.tuple(fc.bigInt(10_000n, 90_000n), fc.bigInt(1n, 50n)), { maxLength: 20 });
    fc.assert(
      fc.property(sizes, fc.bigInt(0n, 500n), (bids, tokens) => {
        const book = bidsOf(...bids.map(([total, size], at) => bid(`${at}`, total, size)));
        const { rows: met, rest } = bidsFor(book, { amount: tokens * TOKEN, most: 12 });
        const sold = met.reduce((sum, row) => sum + row.amount, 0n);
        expect(sold + rest).toBe(tokens * TOKEN);
        if (met.length < 12) expect(book.every((row) => met.includes(row) || row.amount > rest)).toBe(true);
      }),
    );
  });
  it('gives each bid a lot of exactly its amount, and no lot twice', () => {
    const lot = (outpoint: string, tokens: bigint) => ({ outpoint, units: tokens * TOKEN });
    const twice = bidsOf(bid('a', 30_000n, 10n), bid('b', 20_000n, 10n), bid('c', 10_000n, 5n));
    expect(
      answersOf(twice, [lot('x', 7n), lot('y', 10n), lot('z', 5n)]).map(({ lot: one }) => one?.outpoint),
    ).toEqual(['y', undefined, 'z']);
  });
  it('pays the price and the lot less 546 sat, the service and the network', () => {
    const fill = { price: 100_000n, lotValue: 546n, free: false, vsize: 302, feeRateSatVb: 1.5 };
    expect(fillProceeds(fill)).toEqual({ serviceFee: 2_000n, networkFee: 453n, proceeds: 97_547n });
    expect(fillProceeds({ ...fill, price: 1_000_000n, free: true, lotValue: 10_000n }).proceeds).toBe(
      1_009_001n,
    );
  });
});

describe('a ladder', () => {
  it('has no rung that fees would eat', () => {
    const least = [1, 2.5, 10, 100].map((rate) => smallestRung({ ...RUNG_VSIZE, feeRate: rate }));
    expect(least).toEqual([10_000n, 10_660n, 42_600n, 426_000n]);
  });
  it('costs its locks, its funding, and at worst the way home of every rung', () => {
    const cost = ladderCost({
      prices: [20_000n, 30_000n],
      coins: [40_000n, 40_000n, 1_000n],
      feeRateSatVb: 2,
    });
    // 54 + 2 inputs of 68 + 2 rungs of 43 = 276 vB, and two exits of 1,500 sat: a cancel of 170 vB would be cheaper.
    expect(cost).toEqual({ total: 50_000n, fundingFee: 552n, worst: 3_552n });
  });
  it('is taken home by cancels at worst where the fee rate makes them the dearer way', () => {
    // 170 vB at 8.8 are 1,496 sat, at 8.9 they are 1,513.
    expect([8.8, 8.9].map((rate) => worstWayBack(3, rate))).toEqual([4_500n, 4_539n]);
    expect(worstWayBack(1, 1, 2_000n)).toBe(2_000n);
  });
  it('counts all coins where they do not reach, and one where none is known', () => {
    const prices = [50_000n];
    const fee = (coins: bigint[]) => ladderCost({ prices, coins, feeRateSatVb: 1 }).fundingFee;
    expect([fee([]), fee([1_000n, 1_000n]), fee([60_000n, 60_000n])]).toEqual([165n, 233n, 165n]);
  });
});
