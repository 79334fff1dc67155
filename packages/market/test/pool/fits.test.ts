/** What a signer accepts: between the quote and half its fee, and nothing that is no act of a pool. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buyExactIn, sellExactIn } from '../../src/pool/curve.ts';
import { addFits, perShareFell, removeFits, swapFits } from '../../src/pool/fits.ts';
import { after, reachOf } from '../../src/pool/reach.ts';
import { LP_FEE_PPM as FEE } from '../../src/pool/terms.ts';
import { exactly, pool, someFee, somePool } from './pools.ts';

describe('a firm quote', () => {
  const reach = exactly(1_000_000n, 2_000_000n);
  it('may bring what half the fee would, and not one more: 9,965 · 2,000,000 / 1,009,965 = 19,733.36', () => {
    expect(buyExactIn(reach, 10_000n, FEE)).toBe(19_664n);
    for (const d2 of [-1n, -19_664n, -19_733n])
      expect(swapFits(reach, { d1: 10_000n, d2, ds: 0n }, FEE)).toBe(true);
    expect(swapFits(reach, { d1: 10_000n, d2: -19_734n, ds: 0n }, FEE)).toBe(false);
  });
  it('the other way: 9,965 · 1,000,000 / 2,009,965 = 4,957.8', () => {
    expect(swapFits(reach, { d1: -4_957n, d2: 10_000n, ds: 0n }, FEE)).toBe(true);
    expect(swapFits(reach, { d1: -4_958n, d2: 10_000n, ds: 0n }, FEE)).toBe(false);
  });
  it('holds while the price moves less than the band, and not beyond', () => {
    const quoted = { d1: 10_000n, d2: -buyExactIn(reach, 10_000n, FEE), ds: 0n };
    const moved = (by: bigint) => reachOf(pool(1_000_000n, 2_000_000n), [{ d1: by, d2: -2n * by, ds: 0n }]);
    expect(swapFits(moved(1_700n), quoted, FEE)).toBe(true);
    expect(swapFits(moved(1_800n), quoted, FEE)).toBe(false);
  });
  it('half of an odd fee is rounded up', () => {
    const large = exactly(10n ** 12n, 10n ** 12n);
    const at = (fee: bigint): bigint => buyExactIn(large, 10n ** 12n, fee);
    expect(swapFits(large, { d1: 10n ** 12n, d2: -at(2n), ds: 0n }, 3n)).toBe(true);
    expect(swapFits(large, { d1: 10n ** 12n, d2: -at(1n), ds: 0n }, 3n)).toBe(false);
  });
  it('takes nothing that is no swap, and nothing of an empty pool', () => {
    for (const [d1, d2, ds] of [
      [10n, -1n, 1n],
      [10n, -1n, -1n],
      [0n, 0n, 0n],
      [0n, -1n, 0n],
      [10n, 0n, 0n],
      [0n, 10n, 0n],
      [-1n, 0n, 0n],
      [-1n, -1n, 0n],
    ] as const)
      expect(swapFits(reach, { d1, d2, ds }, FEE), `${d1} ${d2} ${ds}`).toBe(false);
    // Gifts are no swaps either.
    expect(swapFits(reach, { d1: 10n, d2: 10n, ds: 0n }, FEE)).toBe(false);
    expect(swapFits(exactly(0n, 0n), { d1: 10_000n, d2: -1n, ds: 0n }, FEE)).toBe(false);
    expect(() => swapFits(reach, { d1: 10_000n, d2: -1n, ds: 0n }, 3_000_000n)).toThrow(/^invariant/);
  });
  it('never leaves less behind a share, with any fee', () => {
    fc.assert(
      fc.property(somePool, fc.bigInt(1n, 10n ** 15n), someFee, fc.boolean(), (start, paid, fee, buys) => {
        const reach = reachOf(start, []);
        const half = (fee + 1n) / 2n;
        let change;
        try {
          change = buys
            ? { d1: paid, d2: -buyExactIn(reach, paid, half), ds: 0n }
            : { d1: -sellExactIn(reach, paid, half), d2: paid, ds: 0n };
        } catch {
          return;
        }
        const more = buys ? { ...change, d2: change.d2 - 1n } : { ...change, d1: change.d1 - 1n };
        expect(swapFits(reach, change, fee)).toBe(true);
        expect(swapFits(reach, more, fee)).toBe(false);
        expect(perShareFell(start, after(start, change))).toBe(false);
      }),
    );
  });
});

describe('liquidity that is signed', () => {
  const reach = exactly(1_000_000n, 3_000_000n, 2_000_000n);
  it('an addition pays for its shares on both sides', () => {
    expect(addFits(reach, { d1: 50_000n, d2: 150_000n, ds: 100_000n }, FEE)).toBe(true);
    expect(addFits(reach, { d1: 50_175n, d2: 150_525n, ds: 100_000n }, FEE)).toBe(true);
    expect(addFits(reach, { d1: 60_000n, d2: 150_000n, ds: 100_001n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 50_000n, d2: 160_000n, ds: 100_001n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 50_000n, d2: 150_000n, ds: 0n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 0n, d2: 150_000n, ds: 0n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 50_000n, d2: 0n, ds: 0n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: -1n, d2: 150_000n, ds: -100n }, FEE)).toBe(false);
    expect(addFits(exactly(1n, 1n, 1n), { d1: 1n, d2: 1n, ds: 1n }, FEE)).toBe(true);
    expect(addFits(exactly(0n, 5n, 5n), { d1: 0n, d2: 5n, ds: 5n }, FEE)).toBe(false);
    expect(addFits(exactly(5n, 0n, 5n), { d1: 5n, d2: 0n, ds: 5n }, FEE)).toBe(false);
    expect(addFits(exactly(0n, 0n, 0n), { d1: 1n, d2: 1n, ds: 1n }, FEE)).toBe(false);
  });
  it('an addition pays no more than half a swap’s fee above its price, and what rounding takes', () => {
    expect(addFits(reach, { d1: 50_175n, d2: 150_000n, ds: 100_000n }, FEE)).toBe(true);
    expect(addFits(reach, { d1: 50_176n, d2: 150_000n, ds: 100_000n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 50_000n, d2: 150_526n, ds: 100_000n }, FEE)).toBe(false);
    expect(addFits(reach, { d1: 51_000n, d2: 150_000n, ds: 100_000n }, 40_000n)).toBe(true);
  });
  it('a removal takes at most its part, and leaves shares in the pool', () => {
    expect(removeFits(reach, { d1: -50_000n, d2: -150_000n, ds: -100_000n })).toBe(true);
    expect(removeFits(reach, { d1: -50_000n, d2: 0n, ds: -100_000n })).toBe(true);
    expect(removeFits(reach, { d1: 0n, d2: -150_000n, ds: -100_000n })).toBe(true);
    expect(removeFits(reach, { d1: -50_001n, d2: -150_000n, ds: -100_000n })).toBe(false);
    expect(removeFits(reach, { d1: -50_000n, d2: -150_001n, ds: -100_000n })).toBe(false);
    expect(removeFits(reach, { d1: 1n, d2: -150_000n, ds: -100_000n })).toBe(false);
    expect(removeFits(reach, { d1: -1n, d2: 1n, ds: -100_000n })).toBe(false);
    expect(removeFits(reach, { d1: 0n, d2: 0n, ds: 0n })).toBe(false);
    expect(removeFits(reach, { d1: 0n, d2: -1n, ds: -1n })).toBe(true);
    expect(removeFits(reach, { d1: 0n, d2: 0n, ds: -2_000_000n })).toBe(false);
    expect(removeFits(reach, { d1: 0n, d2: 0n, ds: -1_999_999n })).toBe(true);
  });
});

describe('what stands behind a share', () => {
  it('is compared without rounding', () => {
    const before = pool(10n ** 15n, 10n ** 15n, 10n ** 15n);
    expect(perShareFell(before, before)).toBe(false);
    expect(perShareFell(before, { ...before, r1: before.r1 - 1n })).toBe(true);
    expect(perShareFell(before, { ...before, shares: before.shares + 1n })).toBe(true);
    expect(perShareFell(before, { ...before, shares: before.shares - 1n })).toBe(false);
    expect(perShareFell(before, pool(2n * before.r1, 2n * before.r2, 2n * before.shares))).toBe(false);
  });
});
