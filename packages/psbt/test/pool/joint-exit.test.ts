/** The way home that several signers keep: the same text before, two halves, and the same text as if one had done it all. */
import { describe, expect, it } from 'vitest';
import { buildDissolution, signDissolution } from '../../src/pool/exit/dissolution.ts';
import { readExit, writeExit } from '../../src/pool/exit/exit-text.ts';
import { completeExit, writeUnsignedExit } from '../../src/pool/exit/joint-exit.ts';
import type { PoolHalf } from '../../src/pool/pool-script.ts';
import { refusalOf } from '../people.ts';
import { JOINT, SOLO } from './acts.ts';
import { holders, planOf, signed } from './dissolutions.ts';

const SHARES = { one: [70n, 20n, 10n], tree: [900n, 40n, 30n, 29n, 1n] } as const;

function made(shares: readonly bigint[]) {
  const plan = planOf(holders(shares), { of: JOINT, value: 3_000_000n });
  const halves = JOINT.signers.map(({ secret }) => signDissolution(plan, buildDissolution(plan), secret));
  return { plan, text: writeUnsignedExit('regtest', plan), halves };
}

const bent = (halves: readonly PoolHalf[]): PoolHalf[] =>
  halves.map(({ key, signatures }, at) => ({
    key,
    signatures: signatures.map((one) => (at === halves.length - 1 ? one.map((byte) => byte ^ 1) : one)),
  }));

describe.each(Object.entries(SHARES))('of k of n, %s', (_, shares) => {
  it('is finished out of k halves', () => {
    const { plan, text, halves } = made(shares);
    const complete = completeExit(text, halves);
    expect(complete).toBe(writeExit('regtest', plan, signed(plan, JOINT)));
    expect(readExit(complete).lane.outpoint).toBe(plan.lane.outpoint);
    expect(completeExit(text, halves.toReversed())).toBe(complete);
  });

  it('is not without one of them, nor with one that is another’s', () => {
    const { text, halves } = made(shares);
    const [first = [], second = []] = halves;
    expect(refusalOf(() => completeExit(text, [first]))).toBe('signature-missing');
    expect(refusalOf(() => completeExit(text, [first, first]))).toBe('signature-missing');
    expect(refusalOf(() => completeExit(text, [first, second.slice(1)]))).toBe('signature-missing');
    expect(refusalOf(() => completeExit(text, [first, bent(second)]))).toBe('bad-request');
    expect(refusalOf(() => completeExit('{}', halves))).toBe('bad-request');
    expect(refusalOf(() => readExit(text))).toBe('bad-request');
  });
});

it('of one key is finished by its own half', () => {
  const plan = planOf(holders([70n, 30n]), { of: SOLO, value: 3_000_000n });
  const halves = SOLO.signers.map(({ secret }) => signDissolution(plan, buildDissolution(plan), secret));
  expect(completeExit(writeUnsignedExit('regtest', plan), halves)).toBe(
    writeExit('regtest', plan, signed(plan, SOLO)),
  );
});
