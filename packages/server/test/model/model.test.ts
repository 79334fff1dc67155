import { afterAll, beforeAll, expect, it } from 'vitest';
import { PER_SEAT } from './model-seat.ts';
import { openModelRun } from './model-run.ts';
import type { ModelRun } from './model-run.ts';

const SEQUENCES = Number.parseInt(process.env['MODEL_SEQUENCES'] ?? '500', 10);
const SEED = Number.parseInt(process.env['MODEL_SEED'] ?? String(Date.now() % 1_000_000_007), 10);

let model: ModelRun;

beforeAll(async () => {
  model = await openModelRun(Math.ceil(SEQUENCES / PER_SEAT));
}, 300_000);
afterAll(() => model.stop());

it(
  `${SEQUENCES} random sequences of acts do what the model says (MODEL_SEED=${SEED})`,
  () => model.run(SEED, SEQUENCES),
  2_400_000,
);

/** A run in which something never happened proves nothing of it. */
const HAPPENS = [
  ...['list', 'lower', 'soft', 'hard', 'prepare', 'submit'].flatMap((act) => [`${act} yes`, `${act} no`]),
  ...['bid', 'offer', 'sell', 'lock', 'renew', 'leave'].map((act) => `${act} yes`),
  ...['edit', 'withdraw', 'exit', 'cancelBid', 'cancelLocks'].flatMap((act) => [`${act} yes`, `${act} no`]),
  ...['elsewhere', 'snipe', 'replace', 'drain', 'retract', 'mine', 'wait', 'age', 'reorg'].map(
    (act) => `${act} yes`,
  ),
  'restart yes',
  'together',
];

/** Of what is refused once is enough: most of it is tried only when acts meet. */
const enough = (key: string): number => (key.endsWith(' no') ? 1 : 3);

it.runIf(SEQUENCES >= 400)('and everything happened', () => {
  expect(HAPPENS.filter((key) => (model.counts.get(key) ?? 0) < enough(key))).toEqual([]);
});
