/** Whoever trades with himself for rewards always loses: a search over strategies, and the rule that looks right and does not hold. */
import { describe, expect, it } from 'vitest';
import { searchWash } from './wash-search.ts';

const STRATEGIES = 500;
const SEED = Number.parseInt(process.env['WASH_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

describe(`strategies with WASH_SEED=${SEED}`, () => {
  it(`${STRATEGIES} of them find no gain, and many against campaigns that each count the fees by themselves`, () => {
    const found = searchWash('once', STRATEGIES, SEED);
    expect(found.example).toBeUndefined();
    expect(found.gained).toBe(0);
    // At least a fifth of the fees is lost.
    expect(found.best).toBeLessThanOrEqual(-200_000n);
    // A search in which nobody trades or is paid proves nothing.
    expect(found.traded).toBeGreaterThan(STRATEGIES / 2);
    expect(found.paid).toBeGreaterThan(STRATEGIES / 3);
    expect(searchWash('stacked', STRATEGIES, SEED).gained).toBeGreaterThan(0);
  });
});
