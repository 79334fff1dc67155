/** What the button of a swap on MVC says, and how the boxes are counted. */
import { describe, expect, it } from 'vitest';
import type { MvcQuote } from '@rialto/contract';
import {
  EMPTY_FORM,
  askedOf,
  flipped,
  isMuch,
  labelOf,
  mostPaid,
  quoted,
  spaceNeeded,
} from '../../src/screens/mvc-swap/mvc-form.ts';
import type { MvcNow } from '../../src/screens/mvc-swap/mvc-form.ts';

const PAIR = `space-${'a'.repeat(40)}`;
const quote: MvcQuote = {
  ...{ sats: '1200000', units: '23000', networkFee: '26000', tokenSats: '2019' },
  ...{ lpFee: '3600', impactPpm: '1000', least: '52000' },
};
const asked = { pair: PAIR, side: 'buy', exact: 'in', amount: '1200000' } as const;
const now: MvcNow = {
  ...{ user: 'metalet', account: 'known', open: true, side: 'buy', asked, quote, refusal: undefined },
  pool: { paused: false, least: { buy: '52000', sell: '46000' } },
  held: 5_000_000n,
};
const said = (change: Partial<MvcNow>): string => labelOf({ ...now, ...change }).label;
const none = { quote: undefined };

describe('the button', () => {
  it('swaps, and warns above one percent', () => {
    expect(labelOf(now)).toEqual({ label: 'Swap', act: 'go' });
    expect(labelOf({ ...now, quote: { ...quote, impactPpm: '10001' } })).toEqual({
      label: 'Swap Anyway',
      act: 'go',
      danger: true,
    });
    expect([isMuch('10000'), isMuch('10001')]).toEqual([false, true]);
  });
  it.each([
    ['Connect Wallet', { user: 'none' }],
    ['Connect Metalet', { user: 'other' }],
    ['No swaps right now', { open: false }],
    ['Paused by the operator', { pool: { ...now.pool, paused: true } }],
    ['MVC account not available', { account: 'failed' }],
    ['Enter an amount', { asked: undefined, ...none }],
    ['Insufficient liquidity', { refusal: 'pool-too-small', ...none }],
    ['Getting the price', none],
    ['No price right now', { refusal: 'mvc-standing-still', ...none }],
    ['Getting your balance', { held: undefined }],
    ['Getting your balance', { account: 'asked' }],
    ['Insufficient balance', { held: 1_228_018n }],
    ['Insufficient balance', { side: 'sell', held: 22_999n }],
  ] as const)('%s', (label, change) => {
    expect(said(change)).toBe(label);
    if (!label.startsWith('Connect')) expect(labelOf({ ...now, ...change }).act).toBeUndefined();
  });
  it('names the smallest swap, of each side', () => {
    const small = { label: 'Smallest swap: {least} SPACE' };
    const buy = { ...small, values: { least: '0.00052' } };
    expect(labelOf({ ...now, refusal: 'swap-too-small', ...none })).toEqual(buy);
    expect(labelOf({ ...now, side: 'sell', refusal: 'swap-too-small', ...none })).toEqual({
      ...small,
      values: { least: '0.00046' },
    });
    expect(labelOf({ ...now, quote: { ...quote, sats: '51999' } })).toEqual(buy);
  });
  it('counts all that leaves the plain coins of a buyer', () => {
    expect(spaceNeeded(quote)).toBe(1_228_019n);
    expect(said({ held: 1_228_019n })).toBe('Swap');
    expect(said({ side: 'sell', held: 23_000n })).toBe('Swap');
  });
});

describe('the boxes', () => {
  const pool = { pair: PAIR, decimals: 3 };
  it('count SPACE with eight digits and the token with its own', () => {
    expect(askedOf({ side: 'buy', exact: 'in', text: '0.012' }, pool)).toEqual(asked);
    expect(askedOf({ side: 'buy', exact: 'out', text: '23' }, pool)?.amount).toBe('23000');
    expect(askedOf({ side: 'sell', exact: 'in', text: '23.0001' }, pool)).toBeUndefined();
    expect(askedOf({ side: 'sell', exact: 'out', text: '0.012' }, pool)?.amount).toBe('1200000');
    expect(askedOf(EMPTY_FORM, pool)).toBeUndefined();
    expect(askedOf({ ...EMPTY_FORM, text: '0' }, pool)).toBeUndefined();
  });
  it('keep what was typed with its coin when they are turned', () => {
    const typed = { side: 'buy', exact: 'in', text: '0.012' } as const;
    expect(flipped(typed)).toEqual({ side: 'sell', exact: 'out', text: '0.012' });
    expect(flipped(flipped(typed))).toEqual(typed);
    expect([quoted(quote, 'buy', 'in'), quoted(quote, 'buy', 'out')]).toEqual(['1200000', '23000']);
    expect([quoted(quote, 'sell', 'in'), quoted(quote, 'sell', 'out')]).toEqual(['23000', '1200000']);
  });
  it('leave a buyer who takes all what the network takes', () => {
    expect(mostPaid(100_000n, 2, now.pool)).toBe(100_000n - 26_000n - 2_500n - 400n);
    expect(mostPaid(20_000n, 1, now.pool)).toBe(0n);
  });
});
