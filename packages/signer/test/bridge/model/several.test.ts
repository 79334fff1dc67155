/** The same model with two signers that lock together: BRIDGE_SEVERAL random sequences from BRIDGE_SEED on. */
import { expect, it } from 'vitest';
import { SEED, beginOnce, numberOf } from './before.ts';
import { runSequence } from './sequence.ts';

const SEQUENCES = numberOf('BRIDGE_SEVERAL', 50);

const ENDS = ['end btc payout', 'end mvc payout', 'end btc refund', 'end mvc refund'];

const given = beginOnce(2);

it(
  `${SEQUENCES} random sequences with two signers (BRIDGE_SEED=${SEED})`,
  { timeout: 7_200_000 },
  async () => {
    for (let seed = SEED; seed < SEED + SEQUENCES; seed += 1) await runSequence(given(), seed);
    const [first, second] = [given().before, ...given().before.others].map(
      ({ parts }) => parts.journal.recall.size,
    );
    expect(second).toBe(first);
    const happened = [...given().counts.keys()];
    // A run of a few proves nothing of what is rare.
    for (const what of SEQUENCES < 50 ? [] : ENDS) expect(happened).toContain(what);
  },
);
