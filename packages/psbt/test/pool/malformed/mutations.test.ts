/**
 * 10,000 malformed PSBTs of swaps: bytes, fields, transactions and signatures changed in every way we know. What is still accepted is the
 * transaction that was prepared, and its signatures hold by another program's arithmetic.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesToHex, concatBytes } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Witnesses } from '../../../src/draft/draft.ts';
import { acceptAct } from '../../../src/pool/sign-act.ts';
import { mindfulVerifier, mutantOf, mutants } from '../../tx/mutants.ts';
import { idOfSigned, isFinalised } from './judges.ts';
import { MAP_CHANGES } from './map-changes.ts';
import type { Numbers } from './map-changes.ts';
import { SIGNATURE_CHANGES } from './signatures.ts';
import { SWAPS } from './swaps.ts';
import type { SignedSwap } from './swaps.ts';

const MUTATIONS = Number.parseInt(process.env['MUTATIONS'] ?? '10000', 10);
const SEED = Number.parseInt(process.env['PSBT_SEED'] ?? String(Date.now() % 1_000_000_007), 10);
const SHARE = Math.ceil(MUTATIONS / SWAPS.length);
/** One in so many is also given to the program that finalises whatever it gets. */
const SAMPLE = 10;

interface Mutant {
  readonly name: string;
  make(swap: SignedSwap): Uint8Array;
}

const numbers: fc.Arbitrary<Numbers> = fc.record({
  at: fc.nat(4000),
  to: fc.nat(4000),
  byte: fc.integer({ min: 1, max: 255 }),
});

const named = [
  ...MAP_CHANGES.map(
    ([name, change]) => [name, (n: Numbers) => (swap: SignedSwap) => change(swap.signed, n)] as const,
  ),
  ...SIGNATURE_CHANGES.map(
    ([name, change]) => [name, (n: Numbers) => (swap: SignedSwap) => change(swap, n)] as const,
  ),
];

const anyMutant: fc.Arbitrary<Mutant> = fc.oneof(
  {
    weight: 1,
    arbitrary: mutants.map((changes): Mutant => ({
      name: 'bytes',
      make: ({ signed }) => mutantOf(signed, changes),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...named), numbers)
      .map(([[name, change], n]): Mutant => ({ name, make: change(n) })),
  },
);

const text = (witnesses: Witnesses): string =>
  witnesses.map((one) => (one === undefined ? '-' : bytesToHex(concatBytes(...one)))).join();

const tally = {
  tried: 0,
  same: 0,
  accepted: 0,
  finalised: 0,
  sampled: 0,
  refused: new Map<string, number>(),
};
const metBy = new Map<string, number>();

describe(`malformed PSBTs with PSBT_SEED=${SEED}`, () => {
  it.each(SWAPS)(
    '$name: accepted is what was prepared, or nothing',
    (swap) => {
      const right = acceptAct(swap.act, swap.signed);
      const { txid } = swap.finish(right);
      const known = new Set([text(right)]);
      let [tried, accepted] = [0, 0];
      fc.assert(
        fc.property(anyMutant, ({ name, make }) => {
          const mutant = make(swap);
          metBy.set(name, (metBy.get(name) ?? 0) + 1);
          tried += 1;
          if (bytesToHex(mutant) === bytesToHex(swap.signed)) {
            tally.same += 1;
            return;
          }
          try {
            const found = acceptAct(swap.act, mutant, mindfulVerifier);
            accepted += 1;
            if (known.has(text(found))) return;
            expect(idOfSigned(swap, swap.finish(found))).toBe(txid);
            known.add(text(found));
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            tally.refused.set(error.code, (tally.refused.get(error.code) ?? 0) + 1);
            if (tried % SAMPLE > 0) return;
            tally.sampled += 1;
            tally.finalised += isFinalised(mutant, swap) ? 1 : 0;
          }
        }),
        { numRuns: SHARE, seed: SEED },
      );
      expect(tried).toBe(SHARE);
      expect(accepted).toBeLessThan(tried / 3);
      tally.tried += tried;
      tally.accepted += accepted;
    },
    3_600_000,
  );
});

afterAll(() => {
  const { tried, same, accepted, finalised, sampled, refused } = tally;
  const codes = [...refused].map(([code, count]) => `${count} ${code}`).join(', ');
  console.log(
    `PSBT_SEED=${SEED}: ${tried} PSBTs of swaps in ${metBy.size} manners; ${same} as they were, ${accepted} accepted and the same transaction, refused ${codes}; of ${sampled} that were refused a library alone finalises ${finalised}`,
  );
  expect(tried).toBeGreaterThanOrEqual(MUTATIONS);
  expect([...metBy.keys()].toSorted()).toEqual(['bytes', ...named.map(([name]) => name)].toSorted());
  expect(same).toBeLessThan(tried / 20);
  expect(refused.size).toBeGreaterThan(6);
  // A judge who only finalises would take them.
  expect(finalised).toBeGreaterThan(sampled / 20);
});
