/** Which lane a swap takes, how many there may be, and what each must hold. */
import { describe, expect, it } from 'vitest';
import { buyExactIn } from '../../src/pool/curve.ts';
import {
  chooseLane,
  laneHolds,
  leastLaneSats,
  mostLanes,
  requireUnderCap,
  swapsAgainst,
  waitingFits,
  wantsLane,
} from '../../src/pool/lanes.ts';
import type { LaneQuote } from '../../src/pool/lanes.ts';
import { standingOf } from '../../src/pool/pending.ts';
import type { SignedAct } from '../../src/pool/pending.ts';
import { reachOf } from '../../src/pool/reach.ts';
import { LANE_DEPTH, LP_FEE_PPM } from '../../src/pool/terms.ts';
import { pool } from './pools.ts';

const quote = (lane: string, more: Partial<LaneQuote> = {}): LaneQuote => ({
  lane,
  depth: 0,
  pays: 100n,
  gets: 100n,
  against: 0,
  signing: 0,
  ...more,
});

describe('a swap', () => {
  it('takes the lane that gives most, or costs least', () => {
    expect(chooseLane([quote('a'), quote('b', { gets: 101n }), quote('c', { against: 9 })]).lane).toBe('b');
    expect(chooseLane([quote('a'), quote('b', { pays: 99n }), quote('c', { against: 9 })]).lane).toBe('b');
  });
  it('of equal ones that with most swaps against it, else the first', () => {
    expect(chooseLane([quote('a'), quote('b', { against: 1 }), quote('c', { against: 2 })]).lane).toBe('c');
    expect(chooseLane([quote('a'), quote('b'), quote('c')]).lane).toBe('a');
  });
  it('of equal ones that which fewest others sign for, whatever waits below it; but never for a worse price', () => {
    expect(
      chooseLane([
        quote('a', { signing: 2 }),
        quote('b', { signing: 1 }),
        quote('c', { signing: 2, against: 9 }),
      ]).lane,
    ).toBe('b');
    expect(chooseLane([quote('a', { gets: 101n, signing: 9 }), quote('b')]).lane).toBe('a');
    expect(chooseLane([quote('a', { pays: 99n, signing: 9 }), quote('b')]).lane).toBe('a');
  });
  it('takes no lane that is full, and is refused when all are', () => {
    const full = quote('a', { gets: 200n, depth: LANE_DEPTH });
    expect(chooseLane([full, quote('b', { depth: LANE_DEPTH - 1 })]).lane).toBe('b');
    expect(() => chooseLane([full])).toThrow(/^lanes-full$/);
    expect(() => chooseLane([])).toThrow(/^lanes-full$/);
    expect(chooseLane([full], LANE_DEPTH + 1).lane).toBe('a');
  });
  it('fills one lane before the next: buyers follow buyers, because both lanes quote them the same', () => {
    const confirmed = pool(100_000_000n, 10n ** 11n);
    const pending: SignedAct[] = [];
    const tips = ['lane 0', 'lane 1'];
    for (let n = 0; n < 6; n += 1) {
      const quotes = tips.map((lane): LaneQuote => {
        const { base, others, ancestors } = standingOf(confirmed, pending, [lane, `payer ${n}`]);
        const gets = buyExactIn(reachOf(base, others), 1_000_000n, LP_FEE_PPM);
        const against = swapsAgainst('buy', ancestors);
        return { lane, depth: ancestors.length, pays: 1_000_000n, gets, against, signing: 0 };
      });
      expect(new Set(quotes.map(({ gets }) => gets)).size).toBe(1);
      const { lane, gets } = chooseLane(quotes, 4);
      const next = `${lane}'`;
      pending.push({
        id: `${n}`,
        spends: [lane, `payer ${n}`],
        makes: [next],
        change: { d1: 1_000_000n, d2: -gets, ds: 0n },
      });
      tips[tips.indexOf(lane)] = next;
    }
    expect(tips).toEqual(["lane 0''''", "lane 1''"]);
  });
  it('counts as against it what moves the price away: buys for a buyer, sells for a seller', () => {
    const act = (d1: bigint): SignedAct => ({
      id: '',
      spends: [],
      makes: [],
      change: { d1, d2: -d1, ds: 0n },
    });
    const ancestors = [act(5n), act(7n), act(4n), act(-3n), act(0n)];
    expect(swapsAgainst('buy', ancestors)).toBe(3);
    expect(swapsAgainst('sell', ancestors)).toBe(1);
  });
});

describe('lanes', () => {
  it('are 4 at most, and 8 where long messages are relayed', () => {
    expect(mostLanes(83)).toBe(4);
    expect(mostLanes(84)).toBe(8);
    expect(mostLanes(100_000)).toBe(8);
  });
  it('become one more when all are full and there may be more', () => {
    expect(wantsLane([20], { most: 4 })).toBe(true);
    expect(wantsLane([20, 19], { most: 4 })).toBe(false);
    expect(wantsLane([20, 25, 20, 20], { most: 4 })).toBe(false);
    expect(wantsLane([5], { most: 4, depth: 5 })).toBe(true);
    expect(wantsLane([5], { most: 1, depth: 5 })).toBe(false);
  });
  it('hold 10,000 sat, or twice what their dissolution costs', () => {
    expect(leastLaneSats({ fee: 1_080n, dust: 546n })).toBe(10_000n);
    expect(leastLaneSats({ fee: 4_454n, dust: 546n })).toBe(10_000n);
    expect(leastLaneSats({ fee: 4_455n, dust: 546n })).toBe(10_002n);
  });
  it('remain lanes after a swap, with their least and one unit', () => {
    const lane = { sats: 20_000n, units: 500n };
    expect(laneHolds(lane, { d1: -10_000n, d2: 1n, ds: 0n }, 10_000n)).toBe(true);
    expect(laneHolds(lane, { d1: -10_001n, d2: 1n, ds: 0n }, 10_000n)).toBe(false);
    expect(laneHolds(lane, { d1: 1n, d2: -499n, ds: 0n }, 10_000n)).toBe(true);
    expect(laneHolds(lane, { d1: 1n, d2: -500n, ds: 0n }, 10_000n)).toBe(false);
  });
  it('what waits beside a swap is at most 5 % of the sats, whichever way it goes', () => {
    const waits = (...d1s: bigint[]) =>
      waitingFits(
        1_000_000n,
        d1s.map((d1) => ({ d1, d2: 0n, ds: 0n })),
      );
    expect(waits()).toBe(true);
    expect(waits(50_000n)).toBe(true);
    expect(waits(25_000n, -25_000n)).toBe(true);
    expect(waits(25_000n, -25_001n)).toBe(false);
    expect(waitingFits(1_000_000n, [{ d1: 50_001n, d2: 0n, ds: 0n }], 100_000n)).toBe(true);
  });
});

describe('one swap', () => {
  it('takes 30 % of a reserve at most, or what a setting says', () => {
    expect(() => {
      requireUnderCap(300n, 1_000n);
      requireUnderCap(1_000n, 1_000n, 1_000_000n);
      requireUnderCap(0n, 0n);
    }).not.toThrow();
    expect(() => requireUnderCap(301n, 1_003n)).toThrow(/^pool-too-small: 300 at most$/);
    expect(() => requireUnderCap(1n, 0n)).toThrow(/^pool-too-small: 0 at most$/);
  });
});
