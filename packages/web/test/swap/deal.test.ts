/** What the review says of the price of what was built, and when it is signed against advice. */
import { expect, it } from 'vitest';
import type { PoolAsked, PoolIntent, SeenPrice } from '../../src/flows/pools/pool-intent.ts';
import { dealOf, isAgainstAdvice } from '../../src/screens/swap/act/Deal.tsx';

const intentOf = (asked: PoolAsked, seen?: SeenPrice): PoolIntent => ({
  ...({ network: 'regtest', address: 'a', publicKey: '', kind: 'runes', token: '1:1', keys: '' } as const),
  ...{ asset: 'rune:1:1', name: 'FERN', divisibility: 2, feeRateSatVb: 1, lots: [] },
  ...(seen === undefined ? {} : { seen }),
  ...asked,
});
const swap = { act: 'swap', type: '1x', amount: '100000', other: '8100' } as const;
const first = { act: 'init', sats: '100000', units: '8100' } as const;
/** 100,000 sat for 81 whole: 1,234.5 each. */
const task = { amount1: '100000', amount2: '8100' };
const book = { floorPrice: '1200', bidPrice: '1100' };

it('a swap is laid beside the book as the form saw it, and its impact is of what was built', () => {
  const deal = dealOf(task, intentOf(swap, { impact: '2', book }), 100);
  expect(deal.impact).toBe('2.9800');
  expect(deal.inBook).toEqual({ price: '1200', better: 279 });
  expect(isAgainstAdvice(deal)).toBe(false);
  expect(isAgainstAdvice(dealOf(task, intentOf(swap, { impact: '14.9', book }), 100))).toBe(true);
  const cheap = { floorPrice: '1000', bidPrice: '900' };
  expect(isAgainstAdvice(dealOf(task, intentOf(swap, { book: cheap }), 0))).toBe(true);
});

it('a sale is laid beside the bids', () => {
  const sale = { act: 'swap', type: '2x', amount: '8100', other: '100000' } as const;
  expect(
    dealOf(task, intentOf(sale, { book: { floorPrice: '0', bidPrice: '1300' } }), 0).inBook?.better,
  ).toBe(530);
});

it('a first price far from the book’s is said again', () => {
  expect(dealOf(task, intentOf(first, { book }), 0)).toEqual({ far: 288 });
  const far = dealOf({ ...task, amount2: '810' }, intentOf(first, { book }), 0);
  expect(far).toEqual({ far: 92_880 });
  expect(isAgainstAdvice(far)).toBe(true);
});

it('a first price that was compared with nothing is said again, and signed against advice', () => {
  const deal = dealOf(task, intentOf(first, { isBookUnknown: true }), 0);
  expect(deal).toEqual({ isUnknown: true });
  expect(isAgainstAdvice(deal)).toBe(true);
});

it('what was kept before it was said says nothing, and neither does an addition or a removal', () => {
  expect(dealOf(task, intentOf(swap), 0)).toEqual({ impact: undefined, inBook: undefined });
  expect(dealOf(task, intentOf(first), 0).far).toBeUndefined();
  const removal = {
    act: 'remove',
    shares: '1',
    brings: { sats: '1', units: '1', reserves: ['1', '1'] },
  } as const;
  expect(dealOf(task, intentOf(removal, { book }), 0)).toEqual({});
  expect(isAgainstAdvice({})).toBe(false);
});
