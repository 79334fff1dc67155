/** The same model with two signers that lock together: BRIDGE_SEVERAL random sequences from BRIDGE_SEED on. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { begin } from './before.ts';
import { runSequence } from './sequence.ts';
import type { Given } from './sequence.ts';

// Before anything of the model is read.
vi.hoisted(() => {
  process.env['BRIDGE_SIGNERS'] = '2';
});

const SEQUENCES = Number.parseInt(process.env['BRIDGE_SEVERAL'] ?? '50', 10);
const SEED = Number.parseInt(process.env['BRIDGE_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

let given: Given;
beforeAll(async () => {
  given = await begin();
});
afterAll(() => {
  given.before.end();
});

it(
  `${SEQUENCES} random sequences with two signers (BRIDGE_SEED=${SEED})`,
  { timeout: 7_200_000 },
  async () => {
    for (let seed = SEED; seed < SEED + SEQUENCES; seed += 1) await runSequence(given, seed);
    const [first, second] = [given.before, ...given.before.others].map(
      ({ parts }) => parts.journal.recall.size,
    );
    expect(second).toBe(first);
    const happened = [...given.counts.keys()];
    for (const what of ['end btc payout', 'end mvc payout', 'end btc refund', 'end mvc refund'])
      expect(happened).toContain(what);
  },
);
