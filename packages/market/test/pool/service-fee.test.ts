/** The service fee of a swap from both sides: what is left of sats after it, and what has to be paid so that so much is left. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolServiceFee, satsBeforeFee, satsWithFee } from '../../src/pool/terms.ts';

const terms = fc.record({ ppm: fc.bigInt(0n, 100_000n), least: fc.bigInt(546n, 5_000n) });
const sats = fc.bigInt(10_000n, 10n ** 13n);

describe('the service fee', () => {
  it('by hand: the least of 546 sat, then 0.3 % rounded up', () => {
    expect(satsBeforeFee(50_000n)).toBe(49_454n);
    expect(satsBeforeFee(1_003_000n)).toBe(1_000_000n);
    expect(satsWithFee(33_333n)).toBe(33_879n);
    expect(satsWithFee(997_000n)).toBe(1_000_000n);
    expect(satsBeforeFee(500n)).toBeLessThanOrEqual(0n);
  });

  it('leaves the most that pays it', () => {
    fc.assert(
      fc.property(sats, terms, (paid, fee) => {
        const into = satsBeforeFee(paid, fee);
        expect(into + poolServiceFee(into, fee)).toBeLessThanOrEqual(paid);
        expect(into + 1n + poolServiceFee(into + 1n, fee)).toBeGreaterThan(paid);
      }),
    );
  });

  it('asks for the least that leaves so much', () => {
    fc.assert(
      fc.property(sats, terms, (gets, fee) => {
        const out = satsWithFee(gets, fee);
        expect(out - poolServiceFee(out, fee)).toBeGreaterThanOrEqual(gets);
        expect(out - 1n - poolServiceFee(out - 1n, fee)).toBeLessThan(gets);
      }),
    );
  });
});
