/** The searching adversary: whatever is signed, voided, replaced, reset and mined, what stands behind a share never becomes less. */
import { describe, expect, it } from 'vitest';
import { searchPools } from './pool-search.ts';

const SEQUENCES = 20_000;
/** Enough for a rule that is wrong. */
const FEW = 1_000;
const SEED = Number.parseInt(process.env['POOL_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

describe(`sequences of acts with POOL_SEED=${SEED}`, () => {
  it(`${SEQUENCES} of them find nothing against the coordinate rule, and much against the rules that look right`, () => {
    const found = searchPools('coordinate', SEQUENCES, SEED);
    expect(found.example).toBeUndefined();
    expect(found).toMatchObject({ sequences: SEQUENCES, fell: 0, fellInStep: 0 });
    // A search in which nothing is signed proves nothing.
    expect(found.signed / found.sequences).toBeGreaterThan(2);

    for (const rule of ['all that waits', 'ancestors only', 'forgets what was replaced'] as const) {
      const wrong = searchPools(rule, FEW, SEED);
      expect(wrong.fell, rule).toBeGreaterThan(FEW / 100);
      expect(wrong.worst, rule).toBeLessThan(99n * 10n ** 16n);
    }
  }, 120_000);
});
