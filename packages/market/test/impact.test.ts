/** What a purchase does to its price: average, worst, and how far over the best ask. */
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { buildBook, feeMinimum, floorOf, impactLevel, impactOf, serviceFee } from '../src/index.ts';
import type { BookAsk } from '../src/index.ts';

const TOKEN = 10n ** 18n;
const lot = (total: bigint, tokens: bigint) => ({ total: sats(total), amount: amount(tokens * TOKEN) });

describe('the impact of a purchase', () => {
  it('weighs by amount, not by lot', () => {
    const impact = impactOf([lot(20_000n, 100n), lot(90_000n, 300n)], 200n * TOKEN);
    expect(impact).toEqual({ lots: 2, average: '275', worst: '300', over: 3_750 });
  });
  it('of the best ask is none, and without one nobody can tell', () => {
    expect(impactOf([lot(20_000n, 100n)], 200n * TOKEN)?.over).toBe(0);
    expect(impactOf([lot(20_000n, 100n)], undefined)?.over).toBeUndefined();
    expect(impactOf([], 200n * TOKEN)).toBeUndefined();
  });
  it.each([
    [undefined, 'fine'],
    [-40, 'fine'],
    [500, 'fine'],
    [501, 'high'],
    [1_500, 'high'],
    [1_501, 'far'],
    [53_000_000, 'far'],
  ])('%s is %s', (over, level) => {
    expect(impactLevel(over)).toBe(level);
  });
});

describe('the least service fee', () => {
  it.each([
    [18_899n, 1_058],
    [100_000n, 200],
    [199_999n, 100],
    [200_000n, undefined],
    [5_000_000n, undefined],
    [0n, undefined],
  ])('of %d sat', (total, share) => {
    expect(feeMinimum(total)?.share).toBe(share);
  });
  it('is the usual share from the named price on', () => {
    const from = feeMinimum(10_000n)?.from ?? 0n;
    expect(serviceFee(sats(from))).toBe(2_000n);
    expect(serviceFee(sats(from + 100n))).toBe(2_001n);
  });
});

describe('the floor', () => {
  const ask = (id: string, total: bigint, more: Partial<BookAsk> = {}): BookAsk => ({
    ...{ id, ...lot(total, 1n), placedAt: 0, mine: false, pending: false },
    ...more,
  });
  it('is the same whoever looks, and nothing that is being bought', () => {
    const floors = [true, false].map(
      (mine) =>
        floorOf(buildBook([ask('b', 30n), ask('a', 20n, { mine }), ask('gone', 10n, { pending: true })]))?.id,
    );
    expect(floors).toEqual(['a', 'a']);
    expect(floorOf([])).toBeUndefined();
  });
});
