import type { Sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { opensBid, smallestRung } from '../src/index.ts';

describe('the smallest rung', () => {
  const of = (feeRate: number) => smallestRung({ outputVsize: 43, cancelVsize: 170, feeRate });

  it('is 10,000 sat at low rates, and 20 times its output and its cancel above', () => {
    expect(of(1)).toBe(10_000n);
    expect(of(2.34)).toBe(10_000n);
    expect(of(2.5)).toBe(10_660n);
    expect(of(100)).toBe(426_000n);
  });
});

describe('a sale that publishes a bid', () => {
  it('is for at least a quarter of it', () => {
    expect(opensBid(25_000n as Sats, 100_000n as Sats)).toBe(true);
    expect(opensBid(24_999n as Sats, 100_000n as Sats)).toBe(false);
  });
});
