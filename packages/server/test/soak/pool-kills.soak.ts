/** Every program killed at every step of a swap, an addition and a removal: each is whole or nothing, and the pool is what the chain says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VICTIMS } from '../kills/kill-points.ts';
import { killAt } from '../kills/lock-kill-points.ts';
import { POOL_ACTS } from '../kills/pool-acts.ts';
import { openPoolKillStage } from '../kills/pool-kill-stage.ts';
import type { PoolKillStage } from '../kills/pool-kill-stage.ts';
import { expectChain } from '../pools/pooler.ts';

const POINTS = POOL_ACTS.flatMap((act) =>
  act.steps.flatMap((step) => VICTIMS.map((victim) => ({ act, step, victim }))),
);
let stage: PoolKillStage;
let killed = 0;

beforeAll(async () => {
  stage = await openPoolKillStage();
}, 600_000);
afterAll(() => stage.stop());

for (const { act, step, victim } of POINTS)
  it(`the ${victim} is killed at ${act.name}, step "${step.name}": it is whole or nothing`, async () => {
    await killAt(stage, act, { step, victim });
    await expectChain(stage);
    killed += 1;
  }, 120_000);

it('every program died at every step of every act', () => {
  expect(killed).toBe(POINTS.length);
});
