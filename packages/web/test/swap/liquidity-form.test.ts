/** The rules of the forms of liquidity: what their buttons say first, and how many shares can leave. */
import { firstShares, nearestLots, reachOf, removeLots, removeShares } from '@rialto/market';
import { describe, expect, it } from 'vitest';
import {
  addLabel,
  leastFirstUnits,
  mostShares,
  removeLabel,
  sharesOf,
  staysOf,
} from '../../src/screens/swap/liquidity/liquidity-form.ts';
import {
  lossLevel,
  lostBy,
  lpFeePpm,
  mostLotShares,
  restOf,
} from '../../src/screens/swap/liquidity/lot-shares.ts';
import type { AddNow, RemoveNow } from '../../src/screens/swap/liquidity/liquidity-form.ts';

const add: AddNow = {
  ...{ connected: true, paused: false, sats: 200_000n, units: 900n, gas: 956n },
  ...{ btc: 200_956n, held: 900n, least: 100_000n, refusal: undefined },
};
const remove: RemoveNow = {
  stays: 0n,
  ...{ connected: true, shares: 5n, sats: 60_000n, gas: 842n, least: 50_000n, refusal: undefined },
  isDear: false,
  isAll: false,
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
    ['Amount too small', { sats: 99_998n }],
    ['Add liquidity', { sats: 99_999n }],
    ['Amount too small', { leastUnits: 901n }],
    ['Add liquidity', {}],
    ['Add liquidity', { gas: 20_000n, btc: 300_000n }],
    ['Add anyway', { gas: 20_001n, btc: 300_000n }],
  ])('%s', (label, more) => {
    expect(addLabel({ ...add, ...more }).label).toBe(label);
  });
});

it('a first price far from the book’s wants a consent before the button, and the button is red then', () => {
  expect(addLabel({ ...add, farOff: 'asks' })).toEqual({ label: 'Confirm the price first' });
  expect(addLabel({ ...add, farOff: 'consented' })).toEqual({ label: 'Add anyway', act: 'go', danger: true });
});

describe('removing', () => {
  it.each<[string, Partial<RemoveNow>]>([
    ['Connect Wallet', { connected: false }],
    ['Select amount', { shares: 0n }],
    ['Insufficient liquidity', { shares: 0n, stays: 1n }],
    ['Insufficient liquidity', { refusal: 'pool-too-small' }],
    ['Getting the price', { sats: undefined }],
    ['Amount too small', { sats: 49_999n }],
    ['Remove liquidity', { sats: 49_999n, isAll: true }],
    ['Negative return', { sats: 1_387n, least: 1n }],
    ['Remove liquidity', {}],
    ['Remove liquidity', { gas: 6_000n }],
    ['Remove anyway', { gas: 6_001n }],
  ])('%s', (label, more) => {
    expect(removeLabel({ ...remove, ...more }).label).toBe(label);
  });
});

it('what no lot makes up is sold to the pool: a removal that loses by it says so, and from 15 % on asks once more', () => {
  const pool = { r1: 10_000_000n, r2: 1_000n, shares: 100_000n };
  const lost = [
    { shares: 20_000n, sats: 2_000_000n, units: 200n },
    { shares: 50_000n, sats: 6_866_775n, units: 200n },
    { shares: 95_000n, sats: 9_968_543n, units: 200n },
  ].map((removal) => lostBy(pool, removal));
  expect(lost).toEqual([0, 1_133, 3_700]);
  expect(lost.map(lossLevel)).toEqual(['fine', 'some', 'most']);
  expect(lostBy({ ...pool, shares: 0n }, { shares: 1n, sats: 0n, units: 0n })).toBe(0);
  expect(removeLabel({ ...remove, isDear: true })).toEqual({
    ...{ label: 'Remove anyway', act: 'go', danger: true },
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

describe('where tokens move as whole lots', () => {
  const standing = { r1: 1_000_000n, r2: 1_000_000n, shares: 1_000_000n, lanes: 1n };
  const fee = lpFeePpm('0.7');
  const sold = (shares: bigint, ready: readonly bigint[]): bigint => {
    const reach = reachOf(standing, []);
    const { units: part } = removeShares(reach, shares);
    const lots = nearestLots(
      ready.map((amount) => ({ amount })),
      { units: part, atMost: true },
    );
    const units = lots.reduce((sum, { amount }) => sum + amount, 0n);
    return standing.r1 - removeLots(reach, { shares, units }, fee).sats;
  };

  it('what no lot makes up is paid in sats too: less can leave, and the lane keeps its least to the share', () => {
    expect(fee).toBe(7_000n);
    const most = mostLotShares(standing, [], fee);
    expect(most).toBeLessThan(mostShares(standing));
    expect(sold(most, [])).toBeGreaterThanOrEqual(10_000n);
    expect(sold(most + 1n, [])).toBeLessThan(10_000n);
  });
  it('with lots for nearly all of it nearly all can leave', () => {
    const ready = [500_000n, 400_000n, 50_000n];
    expect(mostLotShares(standing, ready, fee)).toBeGreaterThan(mostLotShares(standing, [], fee));
    expect(sold(mostLotShares(standing, ready, fee), ready)).toBeGreaterThanOrEqual(10_000n);
  });
  it('says for how much sats come instead', () => {
    expect(restOf({ r2: 1_000n, shares: 100n }, { shares: 50n, units: 480n })).toBe(20n);
    expect(restOf({ r2: 1_000n, shares: 100n }, { shares: 50n, units: 500n })).toBe(0n);
    expect(restOf({ r2: 0n, shares: 0n }, { shares: 50n, units: 0n })).toBe(0n);
  });
});

it('who opens a pool brings what makes a million shares', () => {
  expect(leastFirstUnits(2_000_000n)).toBe(500_000n);
  const units = leastFirstUnits(1_999_999n);
  expect(firstShares({ r1: 1_999_999n, r2: units }).made).toBe(1_000_000n);
  expect(() => firstShares({ r1: 1_999_999n, r2: units - 1n })).toThrow('liquidity-too-small');
});

it('of what was meant the rest stays where not all can leave, and nothing where it can', () => {
  expect(staysOf(1_000n, 100, sharesOf(1_000n, 100, 700n))).toBe(300n);
  expect(staysOf(1_000n, 50, sharesOf(1_000n, 50, 700n))).toBe(0n);
});
