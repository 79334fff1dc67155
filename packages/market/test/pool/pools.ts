/** Pools for tests: by hand, and for properties. */
import fc from 'fast-check';
import { reachOf } from '../../src/pool/reach.ts';
import type { PoolChange, Reach, Reserves } from '../../src/pool/reach.ts';

export const pool = (r1: bigint, r2: bigint, shares = 1_000_000n): Reserves => ({ r1, r2, shares });

/** With nothing that waits. */
export const exactly = (r1: bigint, r2: bigint, shares = 1_000_000n): Reach =>
  reachOf(pool(r1, r2, shares), []);

const reserve = fc.bigInt(1n, 10n ** 15n);
export const somePool: fc.Arbitrary<Reserves> = fc.record({
  r1: reserve,
  r2: reserve,
  shares: fc.bigInt(1_001n, 10n ** 15n),
});
export const someFee = fc.constantFrom(0n, 1n, 3_000n, 7_000n, 10_001n, 999_999n);
const part = fc.bigInt(-(10n ** 12n), 10n ** 12n);
export const someChange: fc.Arbitrary<PoolChange> = fc.record({ d1: part, d2: part, ds: part });
