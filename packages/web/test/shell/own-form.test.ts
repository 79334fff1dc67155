/** The form of an act on one's own: what it begins with, what is missing, what stays. */
import { amount } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import type { SplitLotRequest, WaitingRequest } from '../../src/flows/own/own-request.ts';
import { costAt } from '../../src/flows/own/own-cost.ts';
import { leastRate } from '../../src/flows/own/own-cost.ts';
import {
  firstRate,
  missingOf,
  needsConsent,
  rateOf,
  restOf,
  upToTenth,
} from '../../src/screens/shell/own/own-form.ts';

const plans = { eco: 1, slow: 2, avg: 4, fast: 10 };
const lot: SplitLotRequest = {
  kind: 'split-lot',
  outpoint: `${'a'.repeat(64)}:0`,
  assetId: 'mrc20:x',
  tick: 'miol',
  decimals: 2,
  held: amount(1_000_00n),
  sizes: ['100'],
};
const offer = {
  act: 'bump',
  feeRate: 12,
  networkFee: '2400',
  cost: '2000',
  refusal: '',
  reason: '',
} as const;
const waiting: WaitingRequest = {
  kind: 'waiting',
  act: 'bump',
  txId: 'b'.repeat(64),
  title: 'Purchase',
  offer,
  pays: { networkFee: 400n, vsize: 200 },
};
const at = (rate: string, agreed = false) => ({ rate, agreed });

describe('the rate', () => {
  it('begins with the chosen plan, or what a replacement has to pay at least', () => {
    // It pays 400 sat for 200 vB: another 200 on top.
    expect(leastRate(waiting)).toBe(3);
    expect(firstRate(waiting, 2)).toBe('3');
    expect(firstRate(waiting, 5)).toBe('5');
    expect(firstRate({ ...waiting, pays: { networkFee: 2_084n, vsize: 200 } }, 2)).toBe('11.5');
    expect(firstRate(lot, 2)).toBe('2');
    expect(firstRate(lot, undefined)).toBe('');
  });
  it('of a child begins above what its parent pays', () => {
    expect(leastRate({ ...waiting, act: 'child' })).toBe(3);
    expect(firstRate({ ...waiting, act: 'child' }, 1)).toBe('3');
  });
  it('is rounded up to a tenth, and no further', () => {
    expect([11.418_181_818_181_818, 3, 2.1, 0.1 + 0.2, 2.01].map(upToTenth)).toEqual([
      11.5, 3, 2.1, 0.3, 2.1,
    ]);
  });
  it('is a number above zero and at most 5,000', () => {
    expect(['', '0', '-3', '5001', '2.5'].map(rateOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      2.5,
    ]);
  });
  it('with a comma is no number: neither 8 nor 85, neither 1 nor 1,200', () => {
    expect(['8,5', '1,200'].map(rateOf)).toEqual([undefined, undefined]);
    expect(missingOf(waiting, at('8,5'), plans)).toBe('Choose a fee rate first.');
  });
  it('far above Fast wants consent, under the least is too low', () => {
    expect(missingOf(waiting, at('12'), plans)).toBeUndefined();
    expect(missingOf(waiting, at('0.5'), plans)).toBe('Fee rate is too low');
    expect(missingOf(waiting, at('41'), plans)).toBe('Accept the high fee rate');
    expect(missingOf(waiting, at('41', true), plans)).toBeUndefined();
    expect([needsConsent('40', plans), needsConsent('41', plans)]).toEqual([false, true]);
    expect(missingOf(waiting, at(''), plans)).toBe('Choose a fee rate first.');
  });
});

describe('split-lot', () => {
  const missing = (sizes: readonly string[]) => missingOf({ ...lot, sizes }, at('10'), plans);
  it('leave a rest', () => {
    expect(restOf({ ...lot, sizes: ['100', '250.55'] })).toBe(649_45n);
  });
  it('are above zero, no finer than the token, and not more than there is', () => {
    expect(missing(['100'])).toBeUndefined();
    expect(missing(['600', '400'])).toBeUndefined();
    expect(missing([''])).toBe('Enter amounts above zero.');
    expect(missing(['100', '0'])).toBe('Enter amounts above zero.');
    expect(missing(['0.001'])).toBe('Enter amounts above zero.');
    expect(missing(['600', '400.01'])).toBe('More than the coin holds');
    expect(missing(['1000'])).toBe('The lot already has this size');
  });
});

describe('the cost', () => {
  it('of one at a higher fee follows the rate, and never falls under what nodes demand', () => {
    expect(costAt(waiting, 12)).toBe(2_000n);
    expect(costAt(waiting, 24)).toBe(4_400n);
    expect(costAt(waiting, 1)).toBe(200n);
  });
  it('of a child pays for its parent too', () => {
    const child = {
      ...waiting,
      act: 'child',
      offer: { ...offer, act: 'child', networkFee: '3200', cost: '3200' },
    } as const;
    // Both together are 300 vB: 3,600 sat at 12 sat/vB, of which the parent pays 400.
    expect(costAt(child, 12)).toBe(3_200n);
    expect(costAt(child, 20)).toBe(5_600n);
    expect(costAt(child, 1)).toBe(0n);
  });
});
