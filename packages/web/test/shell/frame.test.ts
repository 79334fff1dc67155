/** The rules of the frame: detours, sums of coins, costs of acts, worth of tokens, rows of runes. */
import type { BtcCoin } from '@rialto/contract';
import { describe, expect, it } from 'vitest';
import { ACTIONS, costOf } from '../../src/screens/shell/fees/action-sizes.ts';
import { btcSums, percentOf, ratioTone, shownTone } from '../../src/screens/shell/balances/btc-sums.ts';
import { busyDot } from '../../src/screens/shell/fees/busy.ts';
import { detour, isClosed } from '../../src/screens/shell/frame/guards.ts';
import { mobileGroups } from '../../src/screens/shell/frame/places.ts';
import { runeRows } from '../../src/screens/shell/balances/rune-rows.ts';
import { addDecimals, worthOf } from '../../src/screens/shell/balances/worth.ts';

describe('detours', () => {
  const at = (path: string, maintenance: boolean, country?: string) => detour(path, { maintenance, country });
  it('keeps every address during maintenance, and leads home from its own page when it is over', () => {
    for (const path of ['/', '/orderbook/brc20/btc-opal', '/maintaining', '/not-available'])
      expect(at(path, true)).toBeUndefined();
    expect(at('/maintaining', false)).toBe('/');
    expect(at('/changelog', false)).toBeUndefined();
  });
  it('hides all pages but one during maintenance', () => {
    expect(isClosed('/orderbook/brc20/btc-opal', { maintenance: true })).toBe(true);
    expect(isClosed('/not-available', { maintenance: true })).toBe(false);
    expect(isClosed('/', { maintenance: false })).toBe(false);
    expect(isClosed('/', undefined)).toBe(false);
  });
  it('leads visitors from CN away, and nobody whose country is unknown', () => {
    expect(at('/', false, 'CN')).toBe('/not-available');
    expect(at('/maintaining', true, 'CN')).toBe('/not-available');
    expect(at('/not-available', false, 'CN')).toBeUndefined();
    for (const country of ['CH', '', undefined]) expect(at('/', false, country)).toBeUndefined();
  });
});

describe('coins', () => {
  const coin = (satoshis: string, lockedBy?: BtcCoin['lockedBy']): BtcCoin => ({
    txId: 'a'.repeat(64),
    vout: 0,
    outputIndex: 0,
    satoshis,
    inscriptions: [],
    addressType: 2,
    confirmed: lockedBy !== 'unconfirmed',
    ...(lockedBy === undefined ? {} : { lockedBy }),
  });
  it('leave out of the balance what orders keep, and pay only when free', () => {
    const sums = btcSums([
      coin('100000'),
      coin('50000', 'unconfirmed'),
      coin('546', 'asset'),
      coin('7000', 'order'),
      coin('600', 'small'),
    ]);
    expect(sums).toMatchObject({ total: 158_146n, excluded: 151_146n, confirmed: 108_146n, ready: 100_000n });
    expect(sums.held.order.sum).toBe(7_000n);
  });
  it('are confirmed whole where all coins are, also those a bid keeps', () => {
    const sums = btcSums([coin('2000000'), coin('1000000', 'bid')]);
    expect(sums).toMatchObject({ total: 3_000_000n, confirmed: 3_000_000n, excluded: 2_000_000n });
    expect(ratioTone(sums.confirmed, sums.total)).toBe('high');
  });
  it('have a green dot in the header only while nothing of the sum beside it waits for a block', () => {
    const tone = (...coins: Parameters<typeof btcSums>[0]) => shownTone(btcSums(coins));
    expect(tone(coin('90000'), coin('10000', 'unconfirmed'))).toBe('middle');
    expect(tone(coin('4000'), coin('6000', 'unconfirmed'), coin('900000', 'bid'))).toBe('low');
    expect(tone(coin('1000'), coin('546', 'asset'), coin('7000', 'order'))).toBe('high');
  });
  it('change colour exactly at a half and at four fifths', () => {
    expect(ratioTone(499n, 1_000n)).toBe('low');
    expect(ratioTone(500n, 1_000n)).toBe('middle');
    expect(ratioTone(799n, 1_000n)).toBe('middle');
    expect(ratioTone(800n, 1_000n)).toBe('high');
    expect(ratioTone(0n, 0n)).toBe('high');
    expect([percentOf(999n, 1_000n), percentOf(0n, 0n)]).toEqual([9_990, 10_000]);
  });
});

describe('gas', () => {
  it('has the sizes of the acts, and a cost only at a rate that can be paid', () => {
    expect(ACTIONS.map(({ name, vsize }) => [name, vsize])).toEqual([
      ['Ask', 0],
      ['Bid', 265],
      ['Buy', 500],
      ['Sell', 673],
      ['Swap', 311],
      ['Add liquidity', 478],
      ['Remove liquidity', 421],
    ]);
    expect(costOf(265, 1.5)).toBe(398n);
    for (const rate of [undefined, 0, -1, Number.NaN, 5_001]) expect(costOf(265, rate)).toBeUndefined();
  });
  it('has a dot of its own for each level: green, yellow, red, red, grey', () => {
    expect([busyDot('Low'), busyDot('Normal'), busyDot('Busy'), busyDot('Extremely Busy')]).toEqual([
      'bg-buy',
      'bg-warn',
      'bg-sell',
      'bg-sell',
    ]);
    expect(busyDot(undefined)).toBe('bg-haze');
  });
});

it('offers Runes on small screens to everybody but OKX', () => {
  const pages = (face: Parameters<typeof mobileGroups>[0]) =>
    mobileGroups(face).flatMap((group) => group.places.map((place) => place.page));
  expect(pages('okx')).toEqual([
    'orderbook-mrc20',
    'orderbook-brc20',
    'orderbook-idcoin',
    'swap-brc20',
    'swap-pools',
    'bridge',
  ]);
  for (const face of [undefined, 'unisat', 'metalet'] as const)
    for (const runes of ['swap-runes', 'orderbook-runes'])
      expect(pages(face).filter((page) => page === runes)).toHaveLength(1);
});

it('knows what tokens are worth, exactly', () => {
  expect(addDecimals('0.1', '0.2')).toBe('0.3');
  expect(worthOf('1000', '0.0123')).toBe('12.30');
  expect(worthOf('1', '0.00001')).toBe('0.00001000');
  expect(worthOf('1', undefined)).toBeUndefined();
});

it('puts confirmed and coming runes side by side, in whole runes', () => {
  const rune = { runeid: '1:0', spacedRune: 'UNCOMMON•GOODS', symbol: '⧉', divisibility: 1 };
  const other = { ...rune, runeid: '2:7', divisibility: 0 };
  const rows = runeRows({
    confirmed: [{ ...rune, amount: '125' }],
    unconfirmed: [
      { ...other, amount: '9' },
      { ...rune, amount: '10' },
    ],
  });
  expect(rows.map(({ balance, amount, waiting }) => [balance.runeid, amount, waiting])).toEqual([
    ['1:0', '13.5', '1'],
    ['2:7', '9', '9'],
  ]);
});
