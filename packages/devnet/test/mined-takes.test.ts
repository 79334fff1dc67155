/** Takes of real assets mined on the real node: the running follower's ledgers hold exactly the lots more and less, and nothing else moved. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { afterTakes, disturbed } from './takes/ledgers.ts';
import { dice, mineTakes } from './takes/mine-takes.ts';
import { moveUnseen, openStage } from './takes/stage.ts';
import type { Stage } from './takes/stage.ts';

/** The soak mines three hundred. */
const TAKES = Number.parseInt(process.env['MINED_TAKES'] ?? '40', 10);
/** Another one each day; it is printed, and a failure is repeated with it. */
const SEED = Number.parseInt(process.env['RANDOM_SEED'] ?? `${Math.floor(Date.now() / 86_400_000)}`, 10);

let stage: Stage;

beforeAll(async () => {
  stage = await openStage(TAKES);
}, 600_000);

afterAll(() => stage.stop());

const MIN = ['brc20', 'mrc20', 'idcoin', 'rune', 'free', 'with a receipt', 'pad of the platform', 'own pad'];

it(`${TAKES} takes, seed ${SEED}`, async () => {
  const { counts, blocks } = await mineTakes(stage, TAKES, dice(SEED));
  console.log(
    `seed ${SEED}: ${TAKES} takes in ${blocks} blocks; ${[...counts]
      .toSorted()
      .map((entry) => entry.join(' '))
      .join('; ')}`,
  );
  const rare = [...MIN, 'mixed coins beside', 'runes beside'].filter((mark) => (counts.get(mark) ?? 0) === 0);
  expect(rare).toEqual([]);
}, 900_000);

it('a move that nobody agreed to is seen: the comparison is awake', async () => {
  const before = await stage.books();
  expect(Object.fromEntries(afterTakes(before.holdings, []))).toEqual(Object.fromEntries(before.holdings));
  await moveUnseen(stage);
  const after = await stage.books();
  expect(Object.fromEntries(after.holdings)).not.toEqual(Object.fromEntries(before.holdings));
  expect(disturbed(before, after, new Set())).toHaveLength(1);
}, 60_000);
