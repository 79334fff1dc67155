/** What a buyer of lots pays towards new ones: the sizes of the paper at the rate, rounded up, within what it may be at most. */
import { describe, expect, it } from 'vitest';
import { inscriptionFeeBound } from '../../src/index.ts';
import { restockFee } from '../../src/pool/restock-fee.ts';

describe('what new lots cost', () => {
  it('by hand: one commit of 111 vB, and of each lot its output and its reveal', () => {
    expect(restockFee(0, 10)).toBe(0n);
    expect(restockFee(1, 1)).toBe(306n);
    expect(restockFee(4, 1)).toBe(891n);
    expect(restockFee(1, 1.001)).toBe(307n);
  });

  it.each([1, 1.5, 7, 100])('is no more than what may be asked for, at %d sat/vB', (rate) => {
    for (const lots of [1, 2, 3, 4])
      expect(restockFee(lots, rate)).toBeLessThanOrEqual(BigInt(lots) * inscriptionFeeBound(rate));
  });
});
