/** What whoever takes lots pays for new ones: the sizes of the paper at the rate, rounded up, and the sats of each, within what it may be at most. */
import { DUST_FLOOR } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { inscriptionFeeBound } from '../../src/index.ts';
import { restockFee } from '../../src/pool/restock-fee.ts';

describe('what new lots cost', () => {
  it('by hand: one commit of 111 vB, and of each lot its output, its reveal and 546 sat', () => {
    expect(restockFee(0, 10)).toBe(0n);
    expect(restockFee(1, 1)).toBe(852n);
    expect(restockFee(4, 1)).toBe(3_075n);
    expect(restockFee(1, 1.001)).toBe(853n);
  });

  it.each([1, 1.5, 7, 100])('is no more than what may be asked for, at %d sat/vB', (rate) => {
    for (const lots of [1, 2, 3, 4])
      expect(restockFee(lots, rate)).toBeLessThanOrEqual(
        BigInt(lots) * (inscriptionFeeBound(rate) + DUST_FLOOR),
      );
  });
});
