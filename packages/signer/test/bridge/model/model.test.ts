/**
 * Random interleavings of everything that happens on both chains, BRIDGE_SEQUENCES of them from BRIDGE_SEED on, beside a plain model of who must
 * have what: the equations hold always, nothing leaves twice, all of it leaves in the end.
 */
import { expect, it } from 'vitest';
import { SEED, beginOnce, numberOf } from './before.ts';
import { LIES } from './lies.ts';
import { runSequence } from './sequence.ts';

const SEQUENCES = numberOf('BRIDGE_SEQUENCES', 500);

const given = beginOnce();

it(
  `${SEQUENCES} random sequences of acts do what the model says (BRIDGE_SEED=${SEED})`,
  { timeout: 7_200_000 },
  async () => {
    for (let seed = SEED; seed < SEED + SEQUENCES; seed += 1) await runSequence(given(), seed);
  },
);

const SIDES = ['btc', 'mvc'] as const;

/** A run in which something never happened proves nothing of it. */
const HAPPENS = [
  ...SIDES.flatMap((side) => [1, 2, 3, 4, 5, 6].map((depth) => `undo ${side} ${depth}`)),
  ...SIDES.flatMap((side) =>
    ['any', 'twice', 'dust', 'little', 'much', 'no id', 'hidden'].map((what) => `pay ${side} ${what}`),
  ),
  ...SIDES.flatMap((side) => ['payout', 'refund', 'stays'].map((what) => `end ${side} ${what}`)),
  ...SIDES.map((side) => `build ${side} payout mined of several`),
  ...['build btc payout dead of several', 'pay btc mixed', 'lost', 'restart', 'stop', 'still', 'bump'],
];

it.runIf(SEQUENCES >= 400)('and everything happened', () => {
  const { counts } = given();
  expect(HAPPENS.filter((what) => (counts.get(what) ?? 0) < 3)).toEqual([]);
  const lied = (what: string): boolean =>
    [...counts.keys()].some((key) => key.startsWith(`lie ${what}: bridge-`));
  expect([...LIES, 'second'].filter((what) => !lied(what))).toEqual([]);
});
