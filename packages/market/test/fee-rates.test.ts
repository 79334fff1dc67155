/** Which fee rates are taken, which need a second consent, and how a price per token is told. */
import type { Amount, Sats } from '@rialto/protocols';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIGHEST_FEE_RATE, checkFeeRate, formatRate, rateE18 } from '../src/index.ts';

const plans = { eco: 1.2, slow: 2, avg: 4, fast: 10 };

describe('a fee rate', () => {
  it.each<[number, string]>([
    [1.2, 'ok'],
    [1.199, 'fee-too-low'],
    [0, 'fee-too-low'],
    [-5, 'fee-too-low'],
    [Number.NaN, 'fee-too-low'],
    [40, 'ok'],
    [40.001, 'fee-needs-consent'],
    [HIGHEST_FEE_RATE, 'fee-needs-consent'],
    [HIGHEST_FEE_RATE + 0.001, 'fee-too-high'],
    [Number.POSITIVE_INFINITY, 'fee-too-high'],
  ])('of %s is %s', (rate, verdict) => {
    expect(checkFeeRate(rate, plans)).toBe(verdict);
  });

  it('needs no consent at the highest of all where the plans are as high', () => {
    expect(checkFeeRate(HIGHEST_FEE_RATE, { ...plans, fast: HIGHEST_FEE_RATE / 4 })).toBe('ok');
    expect(checkFeeRate(HIGHEST_FEE_RATE + 1, { ...plans, fast: HIGHEST_FEE_RATE })).toBe('fee-too-high');
  });

  it('that is refused as too low is never above one that is taken', () => {
    const rate = fc.double({ min: 0, max: 6_000, noNaN: true });
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const order = ['fee-too-low', 'ok', 'fee-needs-consent', 'fee-too-high'];
        expect(order.indexOf(checkFeeRate(low, plans))).toBeLessThanOrEqual(
          order.indexOf(checkFeeRate(high, plans)),
        );
      }),
    );
  });
});

describe('a price per token', () => {
  const ONE = 10n ** 18n;
  const rate = (total: bigint, amount: bigint, decimals?: number): bigint =>
    rateE18(total as Sats, amount as Amount, decimals);

  it('is told exactly, without zeros at its end', () => {
    expect(formatRate(rate(10_000n, 4_000n * ONE))).toBe('2.5');
    expect(formatRate(rate(10_000n, 10_000n * ONE))).toBe('1');
    expect(formatRate(rate(1n, 3n * ONE))).toBe('0.333333333333333333');
    expect(formatRate(rate(0n, ONE))).toBe('0');
    expect(formatRate(1n)).toBe('0.000000000000000001');
  });

  it('counts in the token’s own digits, and is nothing for nothing', () => {
    expect(rate(700n, 200n, 2)).toBe(350n * ONE);
    expect(rate(700n, 7n, 0)).toBe(100n * ONE);
    expect(rate(700n, 0n)).toBe(0n);
  });

  it('orders lots as their prices do, whatever their amounts', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
    fc.assert(
      fc.property(positive, positive, positive, positive, (price, size, otherPrice, otherSize) => {
        const [one, other] = [rate(price, size), rate(otherPrice, otherSize)];
        // Rounded down both: the dearer one is never told as the cheaper.
        if (price * otherSize >= otherPrice * size) expect(one).toBeGreaterThanOrEqual(other);
        else expect(one).toBeLessThanOrEqual(other);
      }),
    );
  });
});
