/** The curve: by hand, against what a constant product must keep, and the theft that a careless price allows. */
import fc from 'fast-check';
import { Refusal } from '@rialto/refusals';
import { describe, expect, it } from 'vitest';
import { buyExactIn, buyExactOut, sellExactIn, sellExactOut } from '../../src/pool/curve.ts';
import { perShareFell } from '../../src/pool/fits.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import type { Reach } from '../../src/pool/reach.ts';
import { POOL_SERVICE_FEE, poolServiceFee } from '../../src/pool/terms.ts';
import { exactly, pool, someChange, someFee, somePool } from './pools.ts';

/** Zero where the rule refuses. */
function orNothing(rule: () => bigint): bigint {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Refusal) return 0n;
    throw error;
  }
}

describe('a swap by hand', () => {
  const reach = exactly(1_000_000n, 2_000_000n);
  it('1 % of 10,000 sat stays: 9,900 · 2,000,000 / 1,009,900 = 19,605.9, and the tenths stay too', () => {
    expect(buyExactIn(reach, 10_000n, 10_000n)).toBe(19_605n);
    expect(buyExactOut(reach, 19_605n, 10_000n)).toBe(10_000n);
    // 19,606 · 1,000,000 / (1,980,394 · 0.99) = 10,000.05
    expect(buyExactOut(reach, 19_606n, 10_000n)).toBe(10_001n);
  });
  it('without a fee, 100,000 units bring 100,000 · 1,000,000 / 2,100,000 = 47,619.05 sat', () => {
    expect(sellExactIn(reach, 100_000n, 0n)).toBe(47_619n);
    // 47,619 · 2,000,000 / 952,381 = 99,999.9
    expect(sellExactOut(reach, 47_619n, 0n)).toBe(100_000n);
  });
  it('with 0.7 %, 100,000 units count as 99,300: 99,300,000,000 / 2,099,300 = 47,301.5 sat', () => {
    expect(sellExactIn(reach, 100_000n, 7_000n)).toBe(47_301n);
  });
  it('takes the worse end of each reserve', () => {
    const waiting = reachOf(pool(1_000_000n, 2_000_000n), [
      { d1: 500_000n, d2: -400_000n, ds: 0n },
      { d1: -100_000n, d2: 300_000n, ds: 0n },
    ]);
    expect(waiting).toEqual({
      r1: { least: 900_000n, most: 1_500_000n },
      r2: { least: 1_600_000n, most: 2_300_000n },
      shares: { least: 1_000_000n, most: 1_000_000n },
    });
    // 10,000 · 1,600,000 / 1,510,000 = 10,596.03
    expect(buyExactIn(waiting, 10_000n, 0n)).toBe(10_596n);
    // 10,000 · 900,000 / 2,310,000 = 3,896.1
    expect(sellExactIn(waiting, 10_000n, 0n)).toBe(3_896n);
  });
  it('refuses what brings nothing, more than there is, and a pool that could be empty', () => {
    expect(() => buyExactIn(exactly(1_000_000n, 10n), 1n, 0n)).toThrow(/^swap-too-small$/);
    expect(() => sellExactIn(reach, 0n, 0n)).toThrow(/^swap-too-small$/);
    expect(() => buyExactIn(reach, -5n, 0n)).toThrow(/^swap-too-small$/);
    expect(() => buyExactOut(reach, 0n, 0n)).toThrow(/^swap-too-small$/);
    expect(() => buyExactOut(reach, 2_000_000n, 0n)).toThrow('pool-too-small: 1999999 at most');
    expect(buyExactOut(reach, 1_999_999n, 0n)).toBe(1_999_999n * 1_000_000n);
    expect(() => sellExactOut(reach, 1_000_000n, 0n)).toThrow('pool-too-small: 999999 at most');
    for (const empty of [exactly(0n, 5n), exactly(5n, 0n), exactly(5n, -5n)]) {
      expect(() => buyExactIn(empty, 10n, 0n)).toThrow(/^pool-too-small$/);
      expect(() => sellExactOut(empty, 1n, 0n)).toThrow(/^pool-too-small$/);
    }
  });
  it('the smallest pool there can be has a price, but nothing to give', () => {
    expect(() => buyExactIn(exactly(1n, 1n), 10n, 0n)).toThrow(/^swap-too-small$/);
    expect(() => buyExactOut(exactly(1n, 1n), 1n, 0n)).toThrow('pool-too-small: 0 at most');
    expect(buyExactIn(exactly(1n, 2n), 1n, 0n)).toBe(1n);
  });
  it('a debt buys nothing, however large', () => {
    expect(() => buyExactIn(reach, -3_000_000n, 0n)).toThrow(/^swap-too-small$/);
  });
  it.each([-1n, 1_000_000n])('a fee of %s millionths is our own bug', (fee) => {
    expect(() => buyExactIn(reach, 10_000n, fee)).toThrow(/^invariant/);
  });
});

describe('a swap', () => {
  const amounts = fc.bigInt(1n, 10n ** 15n);
  it('brings the most that keeps the product of what counts, and not one more', () => {
    fc.assert(
      fc.property(somePool, amounts, someFee, ({ r1, r2 }, sats, fee) => {
        const out = orNothing(() => buyExactIn(exactly(r1, r2), sats, fee));
        const counted = r1 * 1_000_000n + sats * (1_000_000n - fee);
        expect(counted * (r2 - out)).toBeGreaterThanOrEqual(r1 * r2 * 1_000_000n);
        expect(counted * (r2 - out - 1n)).toBeLessThan(r1 * r2 * 1_000_000n);
      }),
    );
  });
  it('for an exact amount costs the least that brings it', () => {
    fc.assert(
      fc.property(somePool, amounts, someFee, ({ r1, r2 }, wanted, fee) => {
        fc.pre(wanted < r2);
        const reach = exactly(r1, r2);
        const cost = buyExactOut(reach, wanted, fee);
        expect(buyExactIn(reach, cost, fee)).toBeGreaterThanOrEqual(wanted);
        expect(orNothing(() => buyExactIn(reach, cost - 1n, fee))).toBeLessThan(wanted);
      }),
    );
  });
  it('one way is the other in the mirror', () => {
    fc.assert(
      fc.property(somePool, amounts, someFee, ({ r1, r2 }, paid, fee) => {
        const [here, there] = [exactly(r1, r2), exactly(r2, r1)];
        expect(orNothing(() => sellExactIn(here, paid, fee))).toBe(
          orNothing(() => buyExactIn(there, paid, fee)),
        );
        expect(orNothing(() => sellExactOut(here, paid, fee))).toBe(
          orNothing(() => buyExactOut(there, paid, fee)),
        );
      }),
    );
  });
  it('there and back never brings more than was paid', () => {
    fc.assert(
      fc.property(somePool, amounts, someFee, (start, sats, fee) => {
        const out = orNothing(() => buyExactIn(reachOf(start, []), sats, fee));
        fc.pre(out > 0n);
        const bought = after(start, { d1: sats, d2: -out, ds: 0n });
        expect(perShareFell(start, bought)).toBe(false);
        expect(orNothing(() => sellExactIn(reachOf(bought, []), out, fee))).toBeLessThanOrEqual(sats);
      }),
    );
  });
  it('brings no more when one more act waits', () => {
    fc.assert(
      fc.property(somePool, fc.array(someChange, { maxLength: 4 }), amounts, (start, others, paid) => {
        const reaches = others.map((_, at): Reach => reachOf(start, others.slice(0, at + 1)));
        let [bought, sold] = [1n, 1n].map(() => 10n ** 40n);
        for (const reach of [reachOf(start, []), ...reaches]) {
          const now = orNothing(() => buyExactIn(reach, paid, 7_000n));
          const sale = orNothing(() => sellExactIn(reach, paid, 7_000n));
          expect(now).toBeLessThanOrEqual(bought ?? 0n);
          expect(sale).toBeLessThanOrEqual(sold ?? 0n);
          [bought, sold] = [now, sale];
        }
      }),
    );
  });
});

describe('the theft of a push that is voided, as it was done on a node', () => {
  const start = pool(100_000_000n, 100_000_000_000n, 100_000_000n);
  const fee = 10_000n;
  const push = { d1: 95_000_000n, d2: -buyExactIn(reachOf(start, []), 95_000_000n, fee), ds: 0n };

  it('priced on all that waits, 0.179 BTC of tokens sell for 0.5 BTC, and 16 % of the pool is gone', () => {
    const pushed = reachOf(after(start, push), []);
    const sold = sellExactOut(pushed, 49_998_999n, fee);
    expect(sold).toBe(17_949_050_013n);
    const left = after(start, { d1: -49_998_999n, d2: sold, ds: 0n });
    expect(perShareFell(start, left)).toBe(true);
    // In sat, at the price there was: 1,000 units each.
    expect(left.r1 + left.r2 / 1_000n).toBe(167_950_051n);
  });
  it('priced by the rule, the same tokens bring no more than they do without the push', () => {
    const sold = 17_949_050_013n;
    const brings = sellExactIn(reachOf(start, [push]), sold, fee);
    expect(brings).toBe(sellExactIn(reachOf(start, []), sold, fee));
    expect(perShareFell(start, after(start, { d1: -brings, d2: sold, ds: 0n }))).toBe(false);
  });
});

describe('the service fee', () => {
  it('is 0.3 %, rounded up, and at least 546 sat', () => {
    expect(poolServiceFee(1_000_000n)).toBe(3_000n);
    expect(poolServiceFee(1_000_001n)).toBe(3_001n);
    expect(poolServiceFee(182_000n)).toBe(546n);
    expect(poolServiceFee(182_001n)).toBe(547n);
    expect(poolServiceFee(1n)).toBe(546n);
    expect(poolServiceFee(1_000n, { ...POOL_SERVICE_FEE, least: 2_000n })).toBe(2_000n);
  });
});
