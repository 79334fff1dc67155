/** Whole lots: sums by hand and against all sums, liquidity that never makes those who stay poorer, and a ladder that makes up any amount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyExactOut, sellExactIn } from '../../src/pool/curve.ts';
import { addFits, perShareFell } from '../../src/pool/fits.ts';
import {
  addLots,
  largestLot,
  lotsFree,
  lotsToMake,
  nearestLots,
  removeLots,
  removeLotsFits,
} from '../../src/pool/lots.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import type { PoolChange } from '../../src/pool/reach.ts';
import { addShares, removeShares } from '../../src/pool/shares.ts';
import { LP_FEE_PPM } from '../../src/pool/terms.ts';
import { exactly, someChange, someFee, somePool } from './pools.ts';

const lots = (...amounts: bigint[]) => amounts.map((amount, id) => ({ amount, id }));
const amountsOf = (found: readonly { amount: bigint }[]): bigint[] => found.map(({ amount }) => amount);
const sumOf = (found: readonly { amount: bigint }[]): bigint =>
  found.reduce((sum, { amount }) => sum + amount, 0n);

describe('the nearest sum', () => {
  const ready = lots(100n, 50n, 50n, 20n, 10n, 5n, 1_000n);

  it('is exact where four lots make it up, and of fewest lots', () => {
    expect(amountsOf(nearestLots(ready, { units: 170n }))).toEqual([100n, 50n, 20n]);
    expect(amountsOf(nearestLots(ready, { units: 100n }))).toEqual([100n]);
    expect(amountsOf(nearestLots(ready, { units: 185n }))).toEqual([100n, 50n, 20n, 10n]);
    expect(amountsOf(nearestLots(ready, { units: 1_000_000n }))).toEqual([1_000n, 100n, 50n, 50n]);
    expect(new Set(nearestLots(ready, { units: 200n }).map(({ id }) => id)).size).toBe(3);
  });
  it('of equally near ones the smaller, and never above what is wanted at most', () => {
    expect(amountsOf(nearestLots(lots(10n, 20n), { units: 15n }))).toEqual([10n]);
    expect(amountsOf(nearestLots(lots(10n, 18n), { units: 15n }))).toEqual([18n]);
    expect(amountsOf(nearestLots(lots(10n, 18n), { units: 15n, atMost: true }))).toEqual([10n]);
    expect(nearestLots(lots(18n), { units: 15n, atMost: true })).toEqual([]);
    expect(nearestLots([], { units: 15n })).toEqual([]);
  });
  it('is that of all choices of one to four', () => {
    const some = fc.array(fc.bigInt(1n, 60n), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(some, fc.bigInt(1n, 250n), fc.boolean(), (amounts, units, atMost) => {
        const found = nearestLots(lots(...amounts), { units, atMost });
        let sums = [{ sum: 0n, count: 0 }];
        for (const amount of amounts)
          sums = [...sums, ...sums.map(({ sum, count }) => ({ sum: sum + amount, count: count + 1 }))];
        const able = sums.filter(({ sum, count }) => count > 0 && count <= 4 && (!atMost || sum <= units));
        const off = (sum: bigint): bigint => (sum < units ? units - sum : sum - units);
        if (able.length === 0) {
          expect(found).toEqual([]);
          return;
        }
        const best = able.map(({ sum }) => off(sum)).reduce((a, b) => (a < b ? a : b));
        expect(off(sumOf(found))).toBe(best);
        const equal = able.filter(({ sum }) => sum === sumOf(found)).map(({ count }) => count);
        expect(found.length).toBe(Math.min(...equal));
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      }),
      { numRuns: 300 },
    );
  });
  it('of many amounts it stays quick', () => {
    const many = lots(...Array.from({ length: 400 }, (_, at) => BigInt(1 + ((at * 7_919) % 1_009))));
    const began = performance.now();
    const found = nearestLots(many, { units: 1_777n });
    expect(performance.now() - began).toBeLessThan(500);
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('liquidity in whole lots', () => {
  const reach = exactly(1_000_000n, 3_000_000n, 2_000_000n);
  const FEE = 7_000n;

  it('by hand: a lot of 150,000 costs 50,000 sat and makes 100,000 shares', () => {
    expect(addLots(reach, 150_000n)).toEqual({ sats: 50_000n, units: 150_000n, shares: 100_000n });
    expect(() => addLots(reach, 1n)).toThrow(/^liquidity-too-small$/);
    expect(() => addLots(exactly(10n, 10n, 1_000n), 1n)).not.toThrow();
    expect(() => addLots(exactly(0n, 10n, 1_000n), 1n)).toThrow(/^pool-too-small$/);
    expect(() => addLots(exactly(7n, 1_000n, 100n), 19n)).toThrow(/^liquidity-rounds$/);
  });
  it('by hand: what no lot makes up is sold to the pool that is left', () => {
    const whole = removeShares(reach, 100_000n);
    expect(removeLots(reach, { shares: 100_000n, units: 150_000n }, FEE)).toEqual(whole);
    const left = exactly(950_000n, 2_850_000n);
    const some = removeLots(reach, { shares: 100_000n, units: 110_000n }, FEE);
    expect(some).toEqual({ sats: 50_000n + sellExactIn(left, 40_000n, FEE), units: 110_000n });
    const none = removeLots(reach, { shares: 100_000n, units: 0n }, FEE);
    expect(none.sats).toBe(50_000n + sellExactIn(left, 150_000n, FEE));
    expect(() => removeLots(reach, { shares: 100_000n, units: 150_001n }, FEE)).toThrow(/^pool-too-small/);
  });

  const states = fc.tuple(somePool, fc.array(someChange, { maxLength: 3 }));
  /** The state itself, and with each of the others confirmed. */
  const reachable = (base: Parameters<typeof after>[0], others: readonly PoolChange[]) =>
    [base, ...others.map((one) => after(base, one))].filter(
      (one) => one.r1 > 0n && one.r2 > 0n && one.shares > 0n,
    );

  it('an addition fits, leaves no share poorer, and is no dearer than one that divides', () => {
    fc.assert(
      fc.property(states, fc.bigInt(1n, 10n ** 15n), ([base, others], units) => {
        const here = reachOf(base, others);
        let given;
        try {
          given = addLots(here, units);
        } catch {
          return;
        }
        const change = { d1: given.sats, d2: given.units, ds: given.shares };
        expect(addFits(here, change, LP_FEE_PPM)).toBe(true);
        for (const state of reachable(base, others))
          expect(perShareFell(state, after(state, change))).toBe(false);
        expect(addShares(here, given).shares).toBeGreaterThanOrEqual(given.shares);
      }),
    );
  });
  it('a removal fits, leaves no share poorer, and a sat more does not fit', () => {
    fc.assert(
      fc.property(
        states,
        fc.bigInt(1n, 10n ** 15n),
        fc.nat(100),
        someFee,
        ([base, others], shares, part, fee) => {
          const here = reachOf(base, others);
          let given;
          try {
            const { units } = removeShares(here, shares);
            given = removeLots(here, { shares, units: (units * BigInt(part)) / 100n }, fee);
          } catch {
            return;
          }
          const change = { d1: -given.sats, d2: -given.units, ds: -shares };
          expect(removeLotsFits(here, change, fee)).toBe(true);
          for (const state of reachable(base, others)) {
            const now = after(state, change);
            if (now.r1 > 0n && now.r2 > 0n && now.shares > 0n) expect(perShareFell(state, now)).toBe(false);
          }
          const free = removeLots(here, { shares, units: given.units }, (fee + 1n) / 2n);
          expect(removeLotsFits(here, { ...change, d1: -free.sats }, fee)).toBe(true);
          expect(removeLotsFits(here, { ...change, d1: -free.sats - 1n }, fee)).toBe(false);
          expect(removeLotsFits(here, { ...change, d1: 1n }, fee)).toBe(false);
          expect(removeLotsFits(here, { ...change, ds: 0n }, fee)).toBe(false);
        },
      ),
    );
  });
  it('a purchase of a sum of lots is that of the sum, never of the lots one by one', () => {
    const [one, two] = [10_000n, 20_000n];
    const apart = buyExactOut(reach, one, FEE) + buyExactOut(reach, two, FEE);
    expect(buyExactOut(reach, one + two, FEE)).toBeGreaterThan(apart);
  });
});

describe('lots to make', () => {
  const reserve = 1_000_000n;
  it('are three of each rung, one of each first, no more than is there', () => {
    const once = lotsToMake([], { available: reserve, reserve, unit: 1n, most: 6 });
    expect(largestLot(reserve)).toBe(50_000n);
    expect(once).toEqual([50_000n, 20_000n, 10_000n, 5_000n, 2_000n, 1_000n]);
    const all = lotsToMake([], { available: reserve, reserve, unit: 1n, most: 100 });
    expect(all).toHaveLength(18);
    expect(lotsToMake(lots(...all), { available: reserve, reserve, unit: 1n, most: 100 })).toEqual([]);
    expect(lotsToMake(lots(...all.slice(1)), { available: reserve, reserve, unit: 1n, most: 100 })).toEqual([
      50_000n,
    ]);
    expect(lotsToMake([], { available: 12_000n, reserve, unit: 1n, most: 100 })).toEqual([10_000n, 2_000n]);
    expect(lotsToMake([], { available: reserve, reserve: 10n, unit: 1n, most: 100 })).toEqual([]);
  });
  it('are whole units of the token, and sum to no more than is available', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 30n),
        fc.bigInt(0n, 10n ** 30n),
        fc.nat(18),
        (all, available, decimals) => {
          const unit = 10n ** BigInt(18 - decimals);
          const made = lotsToMake([], { available, reserve: all, unit, most: 20 });
          expect(made.length).toBeLessThanOrEqual(20);
          expect(made.every((one) => one % unit === 0n && one * 20n <= all)).toBe(true);
          expect(made.reduce((sum, one) => sum + one, 0n)).toBeLessThanOrEqual(available);
        },
      ),
    );
  });
  it('buyers that wait hold at most half', () => {
    expect(lotsFree({ all: 1, held: 0, wanted: 1 })).toBe(true);
    expect(lotsFree({ all: 1, held: 0, wanted: 2 })).toBe(false);
    expect(lotsFree({ all: 8, held: 2, wanted: 2 })).toBe(true);
    expect(lotsFree({ all: 8, held: 2, wanted: 3 })).toBe(false);
  });
});
