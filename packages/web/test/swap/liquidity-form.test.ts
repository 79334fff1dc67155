/** The rules of the forms of liquidity: what their buttons say first, and how many shares can leave. */
import { firstShares } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import {
  addLabel,
  leastFirstUnits,
  mostShares,
  removeLabel,
  sharesOf,
} from '../../src/screens/swap/liquidity/liquidity-form.ts';
import type { AddNow, RemoveNow } from '../../src/screens/swap/liquidity/liquidity-form.ts';

const add: AddNow = {
  ...{ connected: true, paused: false, sats: 200_000n, units: 900n, gas: 956n },
  ...{ btc: 200_956n, held: 900n, least: 100_000n, refusal: undefined },
};
const remove: RemoveNow = {
  ...{ connected: true, shares: 5n, sats: 60_000n, gas: 842n, least: 50_000n, refusal: undefined },
};

describe('adding', () => {
  it.each<[string, Partial<AddNow>]>([
    ['Connect Wallet', { connected: false, sats: undefined }],
    ['Paused by the operator', { paused: true }],
    ['Amount too small', { refusal: 'liquidity-too-small', sats: undefined }],
    ['Choose amount', { sats: undefined }],
    ['Choose amount', { units: undefined }],
    ['Insufficient balance', { btc: 200_955n }],
    ['Insufficient balance', { held: 899n }],
    ['Amount too small', { sats: 99_999n }],
    ['Amount too small', { leastUnits: 901n }],
    ['Add liquidity', {}],
    ['Add liquidity', { gas: 20_000n, btc: 300_000n }],
    ['Add anyway', { gas: 20_001n, btc: 300_000n }],
  ])('%s', (label, more) => {
    expect(addLabel({ ...add, ...more }).label).toBe(label);
  });
});

describe('removing', () => {
  it.each<[string, Partial<RemoveNow>]>([
    ['Connect Wallet', { connected: false }],
    ['Select amount', { shares: 0n }],
    ['Insufficient liquidity', { refusal: 'pool-too-small' }],
    ['Getting the price', { sats: undefined }],
    ['Amount too small', { sats: 49_999n }],
    ['Negative return', { sats: 1_387n, least: 1n }],
    ['Remove liquidity', {}],
    ['Remove liquidity', { gas: 6_000n }],
    ['Remove anyway', { gas: 6_001n }],
  ])('%s', (label, more) => {
    expect(removeLabel({ ...remove, ...more }).label).toBe(label);
  });
});

it('all of it is never more than can leave: every lane keeps its least', () => {
  const most = mostShares({ r1: 1_000_000n, r2: 1_000_000n, shares: 1_000_000n, lanes: 1n });
  expect(most).toBeLessThanOrEqual(990_000n);
  expect(most).toBeGreaterThan(980_000n);
  expect(sharesOf(999_000n, 100, most)).toBe(most);
  expect(sharesOf(1_000n, 25, most)).toBe(250n);
  expect(sharesOf(0n, 100, most)).toBe(0n);
});

it('who opens a pool brings what makes a million shares', () => {
  expect(leastFirstUnits(2_000_000n)).toBe(500_000n);
  const units = leastFirstUnits(1_999_999n);
  expect(firstShares({ r1: 1_999_999n, r2: units }).made).toBe(1_000_000n);
  expect(() => firstShares({ r1: 1_999_999n, r2: units - 1n })).toThrow('liquidity-too-small');
});
