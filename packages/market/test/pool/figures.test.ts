/** A pool in figures, by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyExactIn } from '../../src/pool/curve.ts';
import { aprPpm, positionOf, priceOf, sinceEntry, worthOf } from '../../src/pool/figures.ts';
import { swapImpactLevel, swapImpactPpm } from '../../src/pool/impact.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import { pool, someFee, somePool } from './pools.ts';

const E18 = 10n ** 18n;
const empty = pool(0n, 0n, 0n);

describe('the price', () => {
  it('1 BTC against 50,000 tokens of 2 decimals: 2,000 sat each, 50,000 for a bitcoin', () => {
    expect(priceOf(pool(100_000_000n, 5_000_000n), 2)).toEqual({
      satsPerTokenE18: 2_000n * E18,
      tokensPerBtcE18: 50_000n * E18,
    });
    expect(priceOf(pool(1n, 3n), 0)).toEqual({
      satsPerTokenE18: 333_333_333_333_333_333n,
      tokensPerBtcE18: 300_000_000n * E18,
    });
    expect(priceOf(pool(1n, 1n), 0)?.satsPerTokenE18).toBe(E18);
    expect(priceOf(empty, 0)).toBeUndefined();
    expect(priceOf(pool(5n, 0n), 0)).toBeUndefined();
    expect(priceOf(pool(0n, 5n), 0)).toBeUndefined();
  });
});

describe('the impact of a swap', () => {
  const reserves = pool(1_000_000n, 2_000_000n);
  it('100,000 sat of 1,000,000 bring 1/11 less than the price says', () => {
    expect(swapImpactPpm(reserves, { side: 'buy', sats: 100_000n, units: 181_818n }, 0n)).toBe(90_910n);
    expect(swapImpactPpm(reserves, { side: 'sell', sats: 90_909n, units: 200_000n }, 0n)).toBe(90_910n);
  });
  it('leaves the fee of the providers out', () => {
    // 100,000 sat count as 99,000 and would bring 198,000.
    expect(swapImpactPpm(reserves, { side: 'buy', sats: 100_000n, units: 198_000n }, 10_000n)).toBe(0n);
    expect(swapImpactPpm(reserves, { side: 'buy', sats: 100_000n, units: 99_000n }, 10_000n)).toBe(500_000n);
  });
  it('is rounded to the nearest millionth', () => {
    const price = pool(1n, 1n);
    const of = (units: bigint) => swapImpactPpm(price, { side: 'buy', sats: 10_000_000n, units }, 0n);
    expect(of(9_999_996n)).toBe(0n);
    expect(of(9_999_995n)).toBe(1n);
    expect(of(9_999_985n)).toBe(2n);
  });
  it('is never below zero, and nothing for an empty pool or swap', () => {
    expect(swapImpactPpm(reserves, { side: 'buy', sats: 100n, units: 201n }, 0n)).toBe(0n);
    expect(swapImpactPpm(empty, { side: 'buy', sats: 100n, units: 1n }, 0n)).toBeUndefined();
    expect(swapImpactPpm(reserves, { side: 'sell', sats: 0n, units: 0n }, 0n)).toBeUndefined();
  });
  it('of a swap that the curve gives is what it takes of the reserve, whatever the fee', () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 12n, 10n ** 15n), fc.bigInt(1n, 90n), someFee, (r1, percent, fee) => {
        fc.pre(fee < 100_000n);
        const start = pool(r1, r1 * 3n);
        const sats = (r1 * percent) / 100n;
        const units = buyExactIn(reachOf(start, []), sats, fee);
        const impact = swapImpactPpm(start, { side: 'buy', sats, units }, fee) ?? -1n;
        const taken = (units * 1_000_000n) / start.r2;
        expect(impact - taken).toBeLessThanOrEqual(1n);
        expect(impact - taken).toBeGreaterThanOrEqual(-1n);
      }),
    );
  });
  it('is coloured from 3, 5 and 15 % on', () => {
    const levels = [0n, 29_999n, 30_000n, 49_999n, 50_000n, 149_999n, 150_000n].map(swapImpactLevel);
    expect(levels).toEqual(['fine', 'fine', 'notable', 'notable', 'high', 'high', 'far']);
  });
});

describe('what a pool earns', () => {
  it('1,000 sat a day on 2 × 1,825,000 sat are 10 % a year', () => {
    expect(aprPpm(pool(1_825_000n, 1n), 1_000n, 24n)).toBe(100_000n);
    expect(aprPpm(pool(1_825_000n, 1n), 2_000n, 48n)).toBe(100_000n);
    expect(aprPpm(pool(1n, 1n), 2n, 1n)).toBe(8_760_000_000n);
    expect(aprPpm(empty, 1_000n, 24n)).toBeUndefined();
    expect(aprPpm(pool(1n, 1n), 1_000n, 0n)).toBeUndefined();
  });
});

describe('a position', () => {
  it('is its part of both sides', () => {
    expect(positionOf(pool(1_000_000n, 3_000_000n, 2_000_000n), 100_000n)).toEqual({
      sats: 50_000n,
      units: 150_000n,
      partPpm: 50_000n,
      worth: 100_000n,
    });
    expect(positionOf(pool(1_000_000n, 3_000_000n, 2_000_000n), 0n)).toBeUndefined();
    expect(positionOf(empty, 5n)).toBeUndefined();
    expect(positionOf(pool(7n, 9n, 1n), 1n)?.worth).toBe(14n);
  });
  it('is worth both sides at the price of the pool', () => {
    expect(worthOf(pool(1_000n, 3_000n), { sats: 7n, units: 10n })).toBe(10n);
    expect(worthOf(pool(5n, 1n), { sats: 7n, units: 2n })).toBe(17n);
    expect(worthOf(empty, { sats: 7n, units: 10n })).toBe(0n);
  });
  it('that fees made 10 % larger has earned a tenth of what it was, whatever its holder would have', () => {
    const entry = { reserves: pool(1_000_000n, 1_000_000n), brought: { sats: 100_000n, units: 100_000n } };
    expect(sinceEntry(entry, pool(1_100_000n, 1_100_000n), 100_000n)).toEqual({
      earned: 20_000n,
      overHolding: 20_000n,
    });
  });
  it('when the price goes to four times without fees: nothing earned, and a fifth less than holding', () => {
    const entry = { reserves: pool(1_000_000n, 1_000_000n), brought: { sats: 100_000n, units: 100_000n } };
    // 200,000 sat and 50,000 units at 4 sat, against 100,000 sat and 100,000 units at 4 sat.
    expect(sinceEntry(entry, pool(2_000_000n, 500_000n), 100_000n)).toEqual({
      earned: 0n,
      overHolding: -100_000n,
    });
  });
  it('that paid for refreshes and met no swap has earned less than nothing', () => {
    const entry = { reserves: pool(1_000_000n, 1_000_000n), brought: { sats: 100_000n, units: 100_000n } };
    expect(sinceEntry(entry, pool(810_000n, 1_000_000n), 100_000n)?.earned).toBe(-18_000n);
    expect(sinceEntry(entry, empty, 100_000n)).toBeUndefined();
    expect(sinceEntry(entry, pool(810_000n, 1_000_000n), 0n)).toBeUndefined();
    expect(sinceEntry(entry, pool(0n, 5n), 100_000n)).toBeUndefined();
  });
  it('never loses by a swap, and gains by its fee', () => {
    fc.assert(
      fc.property(somePool, fc.bigInt(1n, 10n ** 15n), someFee, (start, sats, fee) => {
        fc.pre(start.r1 > 10n ** 6n && start.r2 > 10n ** 6n);
        let units;
        try {
          units = buyExactIn(reachOf(start, []), sats, fee);
        } catch {
          return;
        }
        const now = after(start, { d1: sats, d2: -units, ds: 0n });
        fc.pre(now.r2 > 0n);
        const brought = { sats: start.r1, units: start.r2 };
        expect(sinceEntry({ reserves: start, brought }, now, start.shares)?.earned).toBeGreaterThanOrEqual(
          0n,
        );
      }),
    );
  });
});
