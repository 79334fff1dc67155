/** The depth picture against a naive sum of the book. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPTH_SCALE, depthAt, depthPicture } from '../src/index.ts';
import type { DepthOrder } from '../src/index.ts';

const order = (rate: bigint, amount: bigint, total = 1n): DepthOrder => ({ rate, amount, total });

describe('a depth picture', () => {
  it('is none of an empty book', () => {
    expect(depthPicture([])).toBeUndefined();
  });
  it('sums what is sold up to each price, one step a price', () => {
    const picture = depthPicture([order(10n, 5n, 50n), order(10n, 1n, 10n), order(20n, 4n, 80n)]);
    expect(picture?.asks.map(({ rate, amount, total, orders }) => [rate, amount, total, orders])).toEqual([
      [10n, 6n, 60n, 2],
      [20n, 10n, 140n, 3],
    ]);
    expect(picture?.asks.at(-1)?.y).toBe(DEPTH_SCALE);
    expect(picture?.most).toBe(10n);
  });
  it('leaves out what is more than three times the best ask, or less than a third of the best bid, and counts it', () => {
    const asks = [order(100n, 1n), order(300n, 1n), order(301n, 1n)];
    const bids = [order(90n, 1n), order(30n, 1n), order(29n, 1n)];
    const picture = depthPicture(asks, bids);
    expect(picture?.asks.map(({ rate }) => rate)).toEqual([100n, 300n]);
    expect(picture?.bids.map(({ rate }) => rate)).toEqual([90n, 30n]);
    expect(picture?.beyond).toBe(2);
  });
  it('has a width even with one price', () => {
    const picture = depthPicture([order(7n, 3n)]);
    expect(picture?.from).toBeLessThan(7n);
    expect(picture?.to).toBeGreaterThan(7n);
  });
  it('leaves a twentieth of its width and a little more free on both sides, and never goes below nothing', () => {
    const wide = depthPicture([order(1_000n, 1n), order(3_000n, 3n)]);
    expect(wide).toMatchObject({ from: 896n, to: 3_104n, most: 4n });
    expect(wide?.asks.map(({ x, y }) => [x, y])).toEqual([
      [47, 250],
      [952, 1_000],
    ]);
    expect(depthPicture([order(1_000n, 1n)], [order(1n, 1n)])).toMatchObject({ from: 0n, to: 1_051n });
    expect(depthPicture([order(1_000n, 1n)], [order(51n, 1n)])).toMatchObject({ from: 2n, to: 1_049n });
  });
  it('puts bids left of asks, and never a step outside', () => {
    const some = fc.array(fc.tuple(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 26n)), { maxLength: 40 });
    fc.assert(
      fc.property(some, fc.bigInt(1n, 10n ** 24n), (list, middle) => {
        const up = (a: DepthOrder, b: DepthOrder): number => (a.rate < b.rate ? -1 : 1);
        const orders = list.map(([rate, amount]) => order(rate, amount));
        const asks = orders.filter(({ rate }) => rate > middle).toSorted(up);
        const bids = orders
          .filter(({ rate }) => rate <= middle)
          .toSorted(up)
          .reverse();
        const picture = depthPicture(asks, bids);
        expect(picture === undefined).toBe(list.length === 0);
        for (const step of [...(picture?.asks ?? []), ...(picture?.bids ?? [])]) {
          const isAsk = step.rate > middle;
          const upTo = isAsk
            ? asks.filter(({ rate }) => rate <= step.rate)
            : bids.filter(({ rate }) => rate >= step.rate);
          expect(step.amount).toBe(upTo.reduce((sum, { amount }) => sum + amount, 0n));
          expect(step.orders).toBe(upTo.length);
          for (const place of [step.x, step.y]) {
            expect(place).toBeGreaterThanOrEqual(0);
            expect(place).toBeLessThanOrEqual(DEPTH_SCALE);
          }
        }
        const [ask, bid] = [picture?.asks[0], picture?.bids[0]];
        if (ask !== undefined && bid !== undefined) expect(bid.x).toBeLessThanOrEqual(ask.x);
        const shown = (picture?.asks.at(-1)?.orders ?? 0) + (picture?.bids.at(-1)?.orders ?? 0);
        expect(shown + (picture?.beyond ?? 0)).toBe(list.length);
      }),
    );
  });
  it('is read at any place: the last step reached, nothing between the sides', () => {
    const picture = depthPicture([order(100n, 1n), order(200n, 1n)], [order(50n, 1n)]);
    if (picture === undefined) throw new Error('there are orders');
    const [best, next] = picture.asks;
    expect(depthAt(picture, best?.x ?? 0)).toBe(best);
    expect(depthAt(picture, (next?.x ?? 0) - 1)).toBe(best);
    expect(depthAt(picture, DEPTH_SCALE)).toBe(next);
    expect(depthAt(picture, 0)).toBe(picture.bids[0]);
    expect(depthAt(picture, picture.bids[0]?.x ?? 0)).toBe(picture.bids[0]);
    expect(depthAt(picture, (picture.bids[0]?.x ?? 0) + 1)).toBeUndefined();
    expect(depthAt(picture, (best?.x ?? 0) - 1)).toBeUndefined();
  });
});
