/** The searching adversary at length, in parts with seeds of their own: 1,000,000 sequences (POOL_SEQUENCES, POOL_SEED). */
import { describe, expect, it } from 'vitest';
import { searchPools } from './pool-search.ts';

const SEQUENCES = Number.parseInt(process.env['POOL_SEQUENCES'] ?? '1000000', 10);
const SEED = Number.parseInt(process.env['POOL_SEED'] ?? String(Date.now() % 1_000_000_007), 10);
const PART = Math.min(50_000, SEQUENCES);
const seeds = Array.from({ length: Math.ceil(SEQUENCES / PART) }, (_, at) => SEED + at);

describe(`${SEQUENCES} sequences of acts against the coordinate rule`, () => {
  it.each(seeds)(`${PART} of them with POOL_SEED=%i find nothing`, (seed) => {
    const found = searchPools('coordinate', PART, seed);
    expect(found.example).toBeUndefined();
    expect(found).toMatchObject({ sequences: PART, fell: 0, fellInStep: 0 });
    const wrong = searchPools('all that waits', PART / 20, seed);
    expect(wrong.fell).toBeGreaterThan(PART / 2_000);
  });
});
