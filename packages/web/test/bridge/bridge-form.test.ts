/** The form of the bridge as rules: what was typed, what is wrong with it, what the button says, and how long it takes. */
import { describe, expect, it } from 'vitest';
import { durationOf, rulesOf } from '../../src/data/bridge/bridge-assets.ts';
import { aboutWords } from '../../src/show/bridge/bridge-words.ts';
import { typedText } from '../../src/show/bridge/BridgeAmount.tsx';
import {
  amountError,
  amountOf,
  flipped,
  labelOf,
  mostOf,
  spaceError,
} from '../../src/screens/bridge/bridge-form.ts';
import type { BridgeNow } from '../../src/screens/bridge/bridge-form.ts';
import { BTC, RUNE, assets } from '../fake/bridge/bridge.ts';

const HOLDINGS = {
  ...{ onBitcoin: 3_000_000n, bitcoinCoins: [1_000_000n, 2_000_000n], onMvc: 700_000n, tokenCoins: 2 },
  ...{ space: 300_000n, spaceCoins: 1, lots: undefined },
};
const now = (more: Partial<BridgeNow> = {}): BridgeNow => ({
  ...{ user: 'metalet', account: 'known', asset: BTC, holdings: HOLDINGS, feeRate: 2 },
  form: { direction: 'mint', text: '0.005' },
  ...more,
});
const typed = (text: string, direction: 'mint' | 'redeem' = 'mint') => ({ form: { direction, text } });

describe('the amount', () => {
  it('is counted in the origin’s units; digits that would be lost cannot be typed', () => {
    expect(amountOf({ direction: 'mint', text: '0.005' }, BTC)).toBe(500_000n);
    expect(amountOf({ direction: 'redeem', text: '7.001' }, RUNE)).toBe(700_100n);
    expect(amountOf({ direction: 'mint', text: '7.0001' }, RUNE)).toBeUndefined();
    expect(amountError(now({ asset: RUNE, ...typed('7.0001') }))).toBe('At most 3 digits after the point');
  });
  it.each([
    ['0.0001', 'The minimum is 0.0002 BTC'],
    ['1.5', 'The maximum is 1 BTC'],
    ['0.9', 'More than you have'],
    ['0.03', 'One payment from your coins is 0.02999428 BTC at most, after its network fee'],
    ['0.02999429', 'One payment from your coins is 0.02999428 BTC at most, after its network fee'],
    ['0.02999428', undefined],
    ['1,5', 'Use a point for decimals; commas separate thousands'],
    ['0.123456789', 'At most 8 digits after the point'],
    ['', undefined],
    ['0.005', undefined],
  ])('%s: %s', (text, words) => expect(amountError(now(typed(text)))).toBe(words));
  it('is all there is, less its own network fee, at most one order, in digits that both sides have', () => {
    const form = { direction: 'mint', text: '' } as const;
    expect(mostOf(form, BTC, HOLDINGS, 2)).toBe(3_000_000n - 2n * (150n + 2n * 68n));
    expect(mostOf({ ...form, direction: 'redeem' }, BTC, HOLDINGS, 2)).toBe(700_000n);
    expect(mostOf(form, RUNE, { ...HOLDINGS, onBitcoin: 999_999_999_999n }, 2)).toBe(900_000_000n);
    expect(mostOf(form, RUNE, { ...HOLDINGS, onBitcoin: 123_456n }, 2)).toBe(123_400n);
    expect(mostOf(form, BTC, { ...HOLDINGS, onBitcoin: undefined }, 2)).toBeUndefined();
    expect(typedText(123_400n, RUNE)).toBe('1.234');
  });
  it('leaves out coins that cost more to spend than they bring', () => {
    const dust = Array.from({ length: 100 }, () => 600n);
    const holdings = { ...HOLDINGS, onBitcoin: 3_060_000n, bitcoinCoins: [...dust, 3_000_000n] };
    const most = 3_000_000n - 20n * (150n + 68n);
    expect(mostOf({ direction: 'mint', text: '' }, BTC, holdings, 20)).toBe(most);
    expect(amountError(now({ holdings, feeRate: 20, ...typed('0.0299') }))).toBeUndefined();
  });
  it('is what the five largest coins leave: one payment spends no more of them', () => {
    const holdings = {
      ...HOLDINGS,
      onBitcoin: 1_200_000n,
      bitcoinCoins: Array.from({ length: 12 }, () => 100_000n),
    };
    const most = 500_000n - 2n * (150n + 5n * 68n);
    expect(mostOf({ direction: 'mint', text: '' }, BTC, holdings, 2)).toBe(most);
    expect(amountError(now({ holdings, ...typed('0.006') }))).toBe(
      'One payment from your coins is 0.0049902 BTC at most, after its network fee',
    );
  });
  it('a rune’s own payment takes nothing of it', () => {
    const holdings = { ...HOLDINGS, onBitcoin: 700_100n, bitcoinCoins: [] };
    expect(amountError(now({ asset: RUNE, holdings, ...typed('7.001') }))).toBeUndefined();
  });
  it('of one digit is one digit', () => {
    expect(amountError(now({ asset: { ...RUNE, trimDecimals: 4 }, ...typed('7.01') }))).toBe(
      'At most 1 digit after the point',
    );
  });
  it('turns round with what was typed', () => {
    expect(flipped({ direction: 'mint', text: '1' })).toEqual({ direction: 'redeem', text: '1' });
  });
});

describe('the button', () => {
  it.each<[string, Partial<BridgeNow>]>([
    ['Connect Wallet', { user: 'none' }],
    ['Connect Metalet', { user: 'other' }],
    ['Not open right now', { asset: { ...BTC, isEnableMint: false } }],
    ['MVC account not available', { account: 'failed' }],
    ['Check the amount', typed('9')],
    ['Enter an amount', typed('')],
    ['Getting your balance', { account: 'asked' }],
    ['Getting your balance', { holdings: { ...HOLDINGS, onBitcoin: undefined } }],
    ['Choose a fee rate first.', { feeRate: undefined }],
    ['Not with these coins', { holdings: { ...HOLDINGS, spaceCoins: 4 }, ...typed('0.005', 'redeem') }],
  ])('%s', (label, more) => {
    expect(labelOf(now(more))).toMatchObject({ label });
    expect(labelOf(now(more)).act).not.toBe('go');
  });
  it('goes on where nothing is missing; a redeem needs no rate', () => {
    expect(labelOf(now())).toEqual({ label: 'Review', act: 'go' });
    expect(labelOf(now({ feeRate: undefined, ...typed('0.005', 'redeem') })).act).toBe('go');
  });
});

it('too many coins, and no SPACE, are said of a redeem alone', () => {
  const redeem = typed('0.005', 'redeem');
  const of = (more: Partial<typeof HOLDINGS>) => ({ holdings: { ...HOLDINGS, ...more } });
  expect(spaceError(now({ ...redeem, ...of({ spaceCoins: 4 }) }))).toContain('on 4 coins; Metalet takes 3');
  expect(spaceError(now({ ...redeem, ...of({ tokenCoins: 21 }) }))).toContain(
    'on 21 coins; Metalet takes 20',
  );
  expect(spaceError(now({ ...redeem, ...of({ space: 0n }) }))).toBe('You need some SPACE for the network.');
  expect(spaceError(now({ ...redeem }))).toBeUndefined();
  expect(spaceError(now(of({ spaceCoins: 9 })))).toBeUndefined();
});

it('a larger amount waits longer, by the blocks of the chain that is paid on', () => {
  const bridge = assets();
  expect(durationOf(bridge, rulesOf(BTC), 'mint', 1_000_000n)).toEqual({ blocks: 3, seconds: 1_800 });
  expect(durationOf(bridge, rulesOf(BTC), 'mint', 1_000_001n)).toEqual({ blocks: 6, seconds: 3_600 });
  expect(durationOf(bridge, rulesOf(BTC), 'redeem', 1_000_001n)).toEqual({ blocks: 30, seconds: 9_000 });
  expect([10, 1_800, 7_199, 9_000].map(aboutWords)).toEqual([
    'about 1 min',
    'about 30 min',
    'about 120 min',
    'about 3 h',
  ]);
});
