/** Shares by hand, and that nobody who stays is ever the poorer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addFits, perShareFell, removeFits } from '../../src/pool/fits.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import { wholeRoot } from '../../src/pool/root.ts';
import { addShares, firstShares, mostRemovable, removeShares } from '../../src/pool/shares.ts';
import { BURNED_SHARES, LEAST_FIRST_SHARES, LP_FEE_PPM, MINIMUM_LANE_SATS } from '../../src/pool/terms.ts';
import { exactly, pool, someChange, somePool } from './pools.ts';

describe('a root', () => {
  it('is the largest whole number whose square is not above', () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, 2n ** 180n)), (value) => {
        const root = wholeRoot(value);
        expect(root ** 2n).toBeLessThanOrEqual(value);
        expect((root + 1n) ** 2n).toBeGreaterThan(value);
      }),
    );
    for (const at of [1n, 2n, 3n, 10n ** 9n, 2n ** 64n, 3n ** 50n]) {
      expect(wholeRoot(at * at)).toBe(at);
      expect(wholeRoot(at * at - 1n)).toBe(at - 1n);
    }
    expect(() => wholeRoot(-1n)).toThrow(/^invariant/);
  });
});

describe('the first liquidity', () => {
  it('1,000,000 sat and 4,000,000 units make 2,000,000 shares, of which 1,000 burn', () => {
    expect(firstShares({ r1: 1_000_000n, r2: 4_000_000n })).toEqual({
      made: 2_000_000n,
      burned: 1_000n,
      provider: 1_999_000n,
    });
  });
  it('makes at least 1,000,000', () => {
    expect(firstShares({ r1: 1_000_000n, r2: 1_000_000n }).made).toBe(LEAST_FIRST_SHARES);
    expect(() => firstShares({ r1: 999_999n, r2: 1_000_000n })).toThrow(/^liquidity-too-small$/);
    for (const [r1, r2] of [
      [-1_000_000n, 10n ** 6n],
      [10n ** 6n, -1_000_000n],
    ] as const)
      expect(() => firstShares({ r1, r2 })).toThrow(/^liquidity-too-small$/);
    expect(firstShares({ r1: 1n, r2: 10n ** 12n }).made).toBe(LEAST_FIRST_SHARES);
    expect(firstShares({ r1: 10n ** 12n, r2: 1n }).made).toBe(LEAST_FIRST_SHARES);
    expect(() => firstShares({ r1: -1_000_000n, r2: -1_000_000n })).toThrow(/^liquidity-too-small$/);
    expect(() => firstShares({ r1: 10n ** 12n, r2: 0n })).toThrow(/^liquidity-too-small$/);
  });
});

describe('an addition', () => {
  const reach = exactly(1_000_000n, 3_000_000n, 2_000_000n);
  it('is cut to the ratio: of 200,000 units 50,000 sat need 150,000', () => {
    expect(addShares(reach, { sats: 50_000n, units: 200_000n })).toEqual({
      sats: 50_000n,
      units: 150_000n,
      shares: 100_000n,
    });
    expect(addShares(reach, { sats: 80_000n, units: 150_001n })).toEqual({
      sats: 50_000n,
      units: 150_000n,
      shares: 100_000n,
    });
  });
  it('takes both reserves at their most and the shares at their least', () => {
    const waiting = reachOf(pool(1_000_000n, 3_000_000n, 2_000_000n), [
      { d1: 1_000_000n, d2: -1_000_000n, ds: 0n },
      { d1: -200_000n, d2: 3_000_000n, ds: -1_000_000n },
    ]);
    // 1,000,000 of 2,000,000 sat for 100,000 shares is 200,000 sat, and 600,000 of 6,000,000 units.
    expect(addShares(waiting, { sats: 200_000n, units: 10n ** 9n })).toEqual({
      sats: 200_000n,
      units: 600_000n,
      shares: 100_000n,
    });
  });
  it('is refused for less than a share, for an empty pool, and where rounding would cost over 0.1 %', () => {
    expect(() => addShares(exactly(10_000_000n, 10n ** 7n), { sats: 9n, units: 10n ** 9n })).toThrow(
      /^liquidity-too-small$/,
    );
    expect(() => addShares(reach, { sats: -1n, units: 5n })).toThrow(/^liquidity-too-small$/);
    expect(() => addShares(exactly(0n, 5n), { sats: 5n, units: 5n })).toThrow(/^pool-too-small$/);
    expect(() => addShares(exactly(5n, 0n), { sats: 5n, units: 5n })).toThrow(/^pool-too-small$/);
    expect(addShares(exactly(1n, 1n, 1n), { sats: 5n, units: 6n })).toEqual({
      sats: 5n,
      units: 5n,
      shares: 5n,
    });
    expect(() => addShares(exactly(5n, 5n, 0n), { sats: 5n, units: 5n })).toThrow(/^pool-too-small$/);
    // 1 share is worth 1.001 units: 2 are taken.
    const odd = exactly(1_000_000n, 1_001_000n, 1_000_000n);
    expect(() => addShares(odd, { sats: 1n, units: 10n })).toThrow(/^liquidity-rounds$/);
    // 999 shares are worth 999.999 units: 1,000 are taken, a millionth too many.
    expect(addShares(odd, { sats: 999n, units: 1_010n })).toEqual({
      sats: 999n,
      units: 1_000n,
      shares: 999n,
    });
    // 500 shares are worth 499.5 units: 500 are taken, exactly 0.1 % too many.
    expect(addShares(exactly(1_000_000n, 999_000n), { sats: 500n, units: 510n }).units).toBe(500n);
    // 400 are worth 399.56: 0.11 % too many.
    expect(() => addShares(exactly(1_000_000n, 998_900n), { sats: 400n, units: 410n })).toThrow(
      /^liquidity-rounds$/,
    );
    // The same on the side of the sats.
    expect(() => addShares(exactly(998_900n, 1_000_000n), { sats: 410n, units: 400n })).toThrow(
      /^liquidity-rounds$/,
    );
  });
  it('leaves no share poorer wherever the pool is in its reach, and costs the least that its shares may', () => {
    fc.assert(
      fc.property(
        somePool,
        fc.array(someChange, { maxLength: 3 }),
        fc.bigInt(1n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 15n),
        (start, others, sats, units) => {
          const found = reachOf(start, others);
          fc.pre(found.r1.least > 0n && found.r2.least > 0n && found.shares.least > 0n);
          let added;
          try {
            added = addShares(found, { sats, units });
          } catch {
            return;
          }
          const change = { d1: added.sats, d2: added.units, ds: added.shares };
          expect(added.sats <= sats && added.units <= units).toBe(true);
          expect(addFits(found, change, LP_FEE_PPM)).toBe(true);
          expect(addFits(found, { ...change, ds: change.ds + 1n }, LP_FEE_PPM)).toBe(
            (change.ds + 1n) * found.r1.most <= added.sats * found.shares.least &&
              (change.ds + 1n) * found.r2.most <= added.units * found.shares.least,
          );
          expect(addFits(found, { ...change, d1: change.d1 - 1n }, LP_FEE_PPM)).toBe(false);
          expect(addFits(found, { ...change, d2: change.d2 - 1n }, LP_FEE_PPM)).toBe(false);
          for (let bits = 0; bits < 2 ** others.length; bits += 1) {
            const state = others.filter((_, at) => (bits & (1 << at)) !== 0).reduce(after, start);
            expect(perShareFell(state, after(state, change))).toBe(false);
          }
        },
      ),
    );
  });
});

describe('a removal', () => {
  it('100,000 of 2,000,000 shares bring a twentieth of both sides, rounded down', () => {
    expect(removeShares(exactly(1_000_019n, 3_000_000n, 2_000_000n), 100_000n)).toEqual({
      sats: 50_000n,
      units: 150_000n,
    });
  });
  it('is refused for all shares, for none, and where a side brings nothing', () => {
    const reach = exactly(1_000_000n, 10n, 1_000_000n);
    expect(() => removeShares(reach, 1_000_000n)).toThrow(/^pool-too-small$/);
    expect(() => removeShares(reach, 0n)).toThrow(/^liquidity-too-small$/);
    expect(() => removeShares(reach, -5n)).toThrow(/^liquidity-too-small$/);
    expect(() => removeShares(reach, 99_999n)).toThrow(/^liquidity-too-small$/);
    expect(removeShares(exactly(5n, 5n, 5n), 1n)).toEqual({ sats: 1n, units: 1n });
    expect(removeShares(reach, 100_000n)).toEqual({ sats: 100_000n, units: 1n });
  });
  it('leaves no share poorer wherever the pool is in its reach, and after an addition never brings more than it cost', () => {
    fc.assert(
      fc.property(
        somePool,
        fc.array(someChange, { maxLength: 3 }),
        fc.bigInt(1n, 10n ** 15n),
        (start, others, some) => {
          const found = reachOf(start, others);
          fc.pre(found.r1.least > 0n && found.r2.least > 0n && found.shares.least > 1n);
          const shares = 1n + (some % (found.shares.least - 1n));
          let taken;
          try {
            taken = removeShares(found, shares);
          } catch {
            return;
          }
          const change = { d1: -taken.sats, d2: -taken.units, ds: -shares };
          expect(removeFits(found, change)).toBe(true);
          expect(removeFits(found, { ...change, d1: change.d1 - 1n })).toBe(false);
          expect(removeFits(found, { ...change, d2: change.d2 - 1n })).toBe(false);
          for (let bits = 0; bits < 2 ** others.length; bits += 1) {
            const state = others.filter((_, at) => (bits & (1 << at)) !== 0).reduce(after, start);
            expect(perShareFell(state, after(state, change))).toBe(false);
          }
        },
      ),
    );
    fc.assert(
      fc.property(somePool, fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, 10n ** 15n), (start, sats, units) => {
        let home;
        let added;
        try {
          added = addShares(reachOf(start, []), { sats, units });
          const grown = after(start, { d1: added.sats, d2: added.units, ds: added.shares });
          home = removeShares(reachOf(grown, []), added.shares);
        } catch {
          return;
        }
        expect(home.sats).toBeLessThanOrEqual(added.sats);
        expect(home.units).toBeLessThanOrEqual(added.units);
      }),
    );
  });
});

describe('the most that can be removed', () => {
  const keeps = { sats: MINIMUM_LANE_SATS, units: 1n };
  it('of a pool just opened with 1,000,000 sat, 990,000 of its 1,000,000 shares: 10,000 sat remain', () => {
    const reach = exactly(1_000_000n, 1_000_000n);
    expect(mostRemovable(reach, keeps)).toBe(990_000n);
    expect(removeShares(reach, 990_000n).sats).toBe(990_000n);
  });
  it('of a large pool all but the burned shares', () => {
    expect(mostRemovable(exactly(10n ** 11n, 10n ** 12n, 10n ** 9n), keeps)).toBe(10n ** 9n - BURNED_SHARES);
  });
  it('of a pool that has no more than its lanes need, nothing', () => {
    expect(mostRemovable(exactly(10_000n, 10n ** 9n), keeps)).toBe(99n);
    expect(mostRemovable(exactly(9_999n, 10n ** 9n), keeps)).toBe(0n);
    expect(mostRemovable(exactly(10n ** 9n, 0n), keeps)).toBe(0n);
    expect(mostRemovable(exactly(0n, 10n ** 9n), { sats: 0n, units: 0n })).toBe(0n);
    expect(mostRemovable(exactly(10n ** 9n, 10n ** 9n, 900n), keeps)).toBe(0n);
  });
  it('leaves what the lanes need, and one more would not', () => {
    fc.assert(
      fc.property(somePool, fc.bigInt(1n, 10n ** 6n), (start, least) => {
        const reach = reachOf(start, []);
        const shares = mostRemovable(reach, { sats: least, units: 1n });
        const left = (reserve: bigint, given: bigint): bigint => reserve - (given * reserve) / start.shares;
        expect(shares).toBeLessThanOrEqual(start.shares - BURNED_SHARES);
        if (shares > 0n) {
          expect(left(start.r1, shares)).toBeGreaterThanOrEqual(least);
          expect(left(start.r2, shares)).toBeGreaterThanOrEqual(1n);
        }
        const more = shares + 1n;
        expect(
          more > start.shares - BURNED_SHARES || left(start.r1, more) < least || left(start.r2, more) < 1n,
        ).toBe(true);
      }),
    );
  });
});
