/** When the keeper does what: each reason by itself, and each that keeps him from it. */
import { amount, outpoint, runeAsset, sats } from '@rialto/protocols';
import type { Coin, Txid } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import { isPoor, wishOf } from '../../src/pools/keeper/wish.ts';
import type { KeeperFacts, LaneTipFacts, RestingLane } from '../../src/pools/keeper/wish.ts';

const asset = runeAsset('100:1');
const lane = (at: number, value = 5_000_000n, units = 10_000n): Coin => ({
  outpoint: outpoint('ab'.repeat(32) as Txid, at),
  value: sats(value),
  script: new Uint8Array(34),
  height: 100,
  assets: [{ kind: 'rune', asset, name: 'A', divisibility: 0, amount: amount(units) }],
});
const tip = (coin: Coin, more: Partial<LaneTipFacts> = {}): LaneTipFacts => ({
  ...{ coin, depth: 0, isQuoted: false },
  ...more,
});
const resting = (coin: Coin, more: Partial<RestingLane> = {}): RestingLane => ({
  ...{ coin, isQuoted: false, left: 2_000, isOutdated: false, age: 10 },
  ...more,
});

/** All lanes at rest. */
function facts(lanes: readonly RestingLane[], more: Partial<KeeperFacts> = {}): KeeperFacts {
  return {
    tips: lanes.map(({ coin, isQuoted }) => tip(coin, { isQuoted })),
    resting: lanes,
    ...{ isOfLots: false, isAwaited: false, isStopped: false, swaps: 0, sinceKept: 1_000, r1: 10_000_000n },
    ...{ plans: { eco: 1, slow: 1 }, laneDepth: 20, mostLanes: 4 },
    ...more,
  };
}

const one = lane(0);
const two = lane(1);
const DEAR = { plans: { eco: 1, slow: 2 } };

describe('a lane', () => {
  it('is made anew when its way home is near: cheaply, or at any price at the last', () => {
    expect(wishOf(facts([resting(one)]))).toBeUndefined();
    expect(wishOf(facts([resting(one, { left: 1_009 })]))).toBeUndefined();
    expect(wishOf(facts([resting(one, { left: 1_008 })]))).toMatchObject({ lanes: [one], parted: [] });
    expect(wishOf(facts([resting(one, { left: 433 })], DEAR))).toBeUndefined();
    expect(wishOf(facts([resting(one, { left: 432 })], DEAR))).toMatchObject({ feeRateSatVb: 2 });
  });

  it('is made anew when its list is an old one, once in 144 blocks', () => {
    const old = resting(one, { isOutdated: true, age: 144 });
    expect(wishOf(facts([old]))).toMatchObject({ lanes: [one] });
    expect(wishOf(facts([{ ...old, age: 143 }]))).toBeUndefined();
    expect(wishOf(facts([old], { sinceKept: 143 }))).toBeUndefined();
    expect(wishOf(facts([old], DEAR))).toBeUndefined();
  });

  it('is made anew when it has no way home, once in 144 blocks, unless its pool has none', () => {
    const lost = resting(one, { left: undefined, age: 144 });
    expect(wishOf(facts([lost]))).toMatchObject({ lanes: [one], parted: [] });
    expect(wishOf(facts([{ ...lost, age: 143 }]))).toBeUndefined();
    expect(wishOf(facts([lost], { sinceKept: 143 }))).toBeUndefined();
    expect(wishOf(facts([lost], DEAR))).toBeUndefined();
    expect(wishOf(facts([lost], { isAwaited: true }))).toBeUndefined();
    expect(wishOf(facts([lost], { isOfLots: true }))).toBeUndefined();
    expect(wishOf(facts([lost], { r1: 62_159n }))).toBeUndefined();
    expect(wishOf(facts([{ ...lost, isQuoted: true }]))).toBeUndefined();
  });

  it('is left to who has a quote on it, but not until its end, nor two days long', () => {
    const due = resting(one, { left: 900, isQuoted: true });
    expect(wishOf(facts([due]))).toBeUndefined();
    expect(wishOf(facts([{ ...due, age: 288 }]))).toBeDefined();
    expect(wishOf(facts([{ ...due, left: 432 }]))).toBeDefined();
  });

  it('is left to a provider who waits, but not until its end', () => {
    expect(wishOf(facts([resting(one, { left: 900 })], { isAwaited: true }))).toBeUndefined();
    expect(wishOf(facts([resting(one, { left: 400 })], { isAwaited: true }))).toBeDefined();
  });

  it('of a pool that could not pay for it is left to dissolve', () => {
    const due = [resting(one, { left: 300 })];
    expect(isPoor({ r1: 62_159n, plans: { eco: 1, slow: 1 } })).toBe(true);
    expect(wishOf(facts(due, { r1: 62_159n }))).toBeUndefined();
    expect(wishOf(facts(due, { r1: 62_160n }))).toBeDefined();
  });
});

describe('lanes', () => {
  it('are parted when all are full: the largest in two halves', () => {
    const tips = [tip(one, { depth: 20 }), tip(lane(1, 6_000_000n, 9n), { depth: 21 })];
    const full = facts([], { tips });
    expect(wishOf(full)).toMatchObject({
      lanes: [tips[1]?.coin],
      parted: [{ value: 3_000_000n, amount: 4n }],
    });
    expect(wishOf({ ...full, tips: [tip(one, { depth: 19 }), tip(two, { depth: 20 })] })).toBeUndefined();
    expect(wishOf({ ...full, mostLanes: 2 })).toBeUndefined();
    expect(wishOf({ ...full, isStopped: true })).toBeUndefined();
    expect(wishOf({ ...full, isAwaited: true })).toBeUndefined();
    expect(wishOf({ ...full, tips: [tip(one, { depth: 20, isQuoted: true })] })).toBeUndefined();
    expect(wishOf({ ...full, tips: [tip(lane(0, 99_999n), { depth: 20 })] })).toBeUndefined();
    expect(wishOf({ ...full, tips: [tip(lane(0, 100_000n, 1n), { depth: 20 })] })).toBeUndefined();
    const sats = lane(0, 100_000n, 0n);
    const ofLots = { ...full, isOfLots: true, tips: [tip(sats, { depth: 20 })] };
    expect(wishOf(ofLots)).toMatchObject({ lanes: [sats], parted: [{ value: 50_000n, amount: 0n }] });
  });

  it('are joined when few swap, and all of them are at rest', () => {
    const quiet = facts([resting(one), resting(two)], { swaps: 4 });
    expect(wishOf(quiet)).toMatchObject({ lanes: [one, two], parted: [] });
    expect(wishOf({ ...quiet, swaps: 5 })).toBeUndefined();
    expect(wishOf({ ...quiet, resting: [resting(one)] })).toBeUndefined();
    expect(wishOf(facts([resting(one), resting(two, { isQuoted: true })]))).toBeUndefined();
  });

  it('are joined when one of them is of no use, however many swap', () => {
    const busy = { swaps: 50 };
    const useless = [lane(1, 100_000n), lane(1, 5_000_000n, 20n)];
    for (const small of useless)
      expect(wishOf(facts([resting(one), resting(small)], busy))).toMatchObject({ lanes: [one, small] });
  });
});
