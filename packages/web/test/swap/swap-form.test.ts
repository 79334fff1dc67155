/** The rules of the swap form: which side is exact, what it comes to, and what the button says first. */
import { describe, expect, it } from 'vitest';
import {
  impactLevel,
  impactOfBuilt,
  priceOf,
  tokensPerBtc,
  typedError,
} from '../../src/show/swap/amounts.ts';
import {
  EMPTY_SWAP,
  askedOf,
  exactUnits,
  flipped,
  labelOf,
  movedFor,
  satsUnder,
  sumsOf,
  typeOf,
} from '../../src/screens/swap/swap-form.ts';
import type { SwapNow } from '../../src/screens/swap/swap-form.ts';

const preview: NonNullable<SwapNow['preview']> = {
  sourceAmount: '100000',
  targetAmount: '5000',
  gas: '620',
  ratio: '0',
  poolRatio: '0',
  serviceFee: '546',
  ...{ restockFee: '0', lots: [] },
  lpFee: '700',
  restockFee: '0',
  lots: [],
  lpFeePercent: '0.7',
  serviceFeePercent: '0.3',
  priceImpact: '1.2',
};
const ready: SwapNow = {
  ...{ connected: true, hasToken: true, paused: false, units: 100_000n, preview, refusal: undefined },
  ...{ btc: 1_000_000n, held: 1_000_000n, least: 10_000n, type: '1x' },
};

it('the exact side and the direction name the type; flipping keeps what was typed on its side', () => {
  const form = { ...EMPTY_SWAP, text: '0.001' };
  expect(typeOf(form)).toBe('1x');
  expect(typeOf({ ...form, exact: 'receive' })).toBe('x2');
  expect(typeOf({ ...form, side: 'sell' })).toBe('2x');
  expect(typeOf({ ...form, side: 'sell', exact: 'receive' })).toBe('x1');
  expect(flipped(form, false)).toEqual({ side: 'sell', exact: 'receive', text: '0.001', lots: [] });
  expect(exactUnits(form, 2)).toBe(100_000n);
  expect(exactUnits({ ...form, exact: 'receive' }, 2)).toBeUndefined();
  expect(exactUnits(flipped(form, false), 2)).toBe(100_000n);
});

it('a buyer pays the network fee on top, a seller gets what it leaves', () => {
  expect(sumsOf('1x', preview)).toEqual({ sats: 100_620n, units: 5_000n });
  expect(sumsOf('x2', preview)).toEqual({ sats: 100_620n, units: 5_000n });
  const sale = { ...preview, sourceAmount: '5000', targetAmount: '100000' };
  expect(sumsOf('2x', sale)).toEqual({ sats: 99_380n, units: 5_000n });
});

describe('where tokens move as whole lots', () => {
  const nearest = { ...preview, sourceAmount: '95300', targetAmount: '1250', lots: ['1000', '250'] };

  it('flipping begins anew: lots are chosen, not typed', () => {
    const form = { ...EMPTY_SWAP, text: '0.001', lots: ['a'] };
    expect(flipped(form, true)).toEqual({ ...EMPTY_SWAP, side: 'sell' });
  });
  it('a purchase asks for exactly the sum that is shown, whatever was typed', () => {
    const form = { ...EMPTY_SWAP, text: '0.001' };
    expect(askedOf(form, 100_000n, nearest, true)).toEqual({ type: 'x2', amount: '1250', other: '95300' });
    expect(askedOf(form, 100_000n, nearest, false)).toEqual({ type: '1x', amount: '100000', other: '1250' });
    const sale = { ...form, side: 'sell', lots: ['a'] } as const;
    const sold = { ...preview, sourceAmount: '1250', targetAmount: '90000' };
    expect(askedOf(sale, 1_250n, sold, true)).toEqual({ type: '2x', amount: '1250', other: '90000' });
  });
  it('what moves is said where it is not what was typed', () => {
    const form = { ...EMPTY_SWAP, text: '0.001' };
    expect(movedFor(form, 0, nearest)).toBe(95_300n);
    expect(movedFor({ ...form, text: '0.000953' }, 0, nearest)).toBeUndefined();
    expect(movedFor({ ...form, exact: 'receive', text: '1200' }, 0, nearest)).toBe(1_250n);
    expect(movedFor({ ...form, exact: 'receive', text: '1250' }, 0, nearest)).toBeUndefined();
  });
  it('the sats under the lots come to a buyer, and go from a seller', () => {
    expect(satsUnder(nearest.lots)).toBe(1_092n);
    expect(sumsOf('x2', nearest, 1_092n).sats).toBe(95_300n + 620n - 1_092n);
    const sale = { ...preview, sourceAmount: '5000', targetAmount: '100000' };
    expect(sumsOf('2x', sale, -546n).sats).toBe(100_000n - 620n - 546n);
  });
  it.each<[string, Partial<SwapNow>]>([
    ['No lots ready', { lots: { ready: 0, sats: 0n }, units: undefined }],
    ['No lots ready', { lots: { ready: 3, sats: 0n }, refusal: 'no-ready-lots', preview: undefined }],
    ['Select a lot', { lots: { ready: 0, sats: 0n }, type: '2x', units: undefined, preview: undefined }],
    ['Enter an amount', { lots: { ready: 3, sats: 0n }, units: undefined, preview: undefined }],
    ['Swap', { lots: { ready: 3, sats: 546n }, btc: 100_074n }],
    ['Insufficient balance', { lots: { ready: 3, sats: 546n }, btc: 100_073n }],
  ])('the button says %s', (label, more) => {
    expect(labelOf({ ...ready, ...more }).label).toBe(label);
  });
});

describe('the button says what is missing, the first thing first', () => {
  const small = { ...preview, sourceAmount: '9999' };
  const sale: Partial<SwapNow> = {
    type: '2x',
    preview: { ...preview, sourceAmount: '7', targetAmount: '900' },
  };
  it.each<[string, Partial<SwapNow>]>([
    ['Connect Wallet', { connected: false, hasToken: false }],
    ['Select token', { hasToken: false, units: undefined }],
    ['Paused by the operator', { paused: true }],
    ['Insufficient liquidity', { refusal: 'pool-too-small', preview: undefined }],
    ['Enter an amount', { units: undefined, preview: undefined }],
    ['Amount too small', { refusal: 'swap-too-small', preview: undefined }],
    ['Getting the price', { preview: undefined }],
    ['Insufficient balance', { btc: 100_619n }],
    ['Insufficient balance', { ...sale, held: 6n }],
    ['Amount too small', { preview: small }],
    ['Negative return', { ...sale, least: 1n }],
    ['Swap Anyway', { preview: { ...preview, priceImpact: '15' } }],
    ['Swap', { btc: 100_620n }],
    ['Swap', { preview: { ...preview, gas: '9454' } }],
    ['Swap Anyway', { preview: { ...preview, gas: '9455' } }],
    ['Swap Anyway', { ...sale, preview: { ...preview, sourceAmount: '7', targetAmount: '11000' } }],
  ])('%s', (label, more) => {
    expect(labelOf({ ...ready, ...more }).label).toBe(label);
  });
  it('and can be pressed to connect and to swap alone', () => {
    expect(labelOf({ ...ready, connected: false }).act).toBe('connect');
    expect(labelOf(ready).act).toBe('go');
    expect(labelOf({ ...ready, btc: 0n }).act).toBeUndefined();
    expect(labelOf({ ...ready, preview: { ...preview, priceImpact: '20' } })).toMatchObject({ danger: true });
  });
});

it('the colours change at 3, 5 and 15 percent', () => {
  const levels = ['2.99', '3', '4.99', '5', '14.99', '15'].map(impactLevel);
  expect(levels).toEqual(['fine', 'some', 'some', 'much', 'much', 'most']);
});

it('the price is said both ways, with the digits of the rune', () => {
  expect(priceOf(100_000n, 5_000n, 2)).toBe('2000');
  expect(tokensPerBtc(100_000n, 5_000n, 2)).toBe(50_000n * 10n ** 18n);
  expect(tokensPerBtc(0n, 5n, 2)).toBe(0n);
});

it('says what is wrong with a number, and nothing while it is begun', () => {
  expect(typedError('', 8)).toBeUndefined();
  expect(typedError('0.5', 8)).toBeUndefined();
  expect(typedError('0.123456789', 8)).toBe('At most 8 digits after the point');
  expect(typedError('1,000.5', 8)).toBeUndefined();
  expect(typedError('0,5', 8)).toBe('Use a point for decimals; commas separate thousands');
  expect(typedError('1.5', 0)).toBe('Whole numbers only');
  expect(typedError('9'.repeat(60), 8)).toBe('Too large');
});

it('the impact of what was built is the form’s, and what the price moved since', () => {
  expect(impactOfBuilt('1.2', 0)).toBe('1.2000');
  expect(impactOfBuilt('10', 1_000)).toBe('19.0000');
  expect(impactLevel(impactOfBuilt('14.9', 50))).toBe('most');
});

it('a swap against a book that is far better wants a consent', () => {
  expect(labelOf({ ...ready, bookBetter: 1_499 })).toEqual({ label: 'Swap', act: 'go' });
  expect(labelOf({ ...ready, bookBetter: 1_500 })).toEqual({ label: 'Swap Anyway', act: 'go', danger: true });
});
