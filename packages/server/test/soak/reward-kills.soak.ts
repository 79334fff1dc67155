/** Every program killed at every step of a claim: its rows are paid once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VICTIMS } from '../kills/kill-points.ts';
import { killAt } from '../kills/lock-kill-points.ts';
import { REWARD_ACTS } from '../kills/reward-acts.ts';
import { expectPaidOnce, openRewardKillStage } from '../kills/reward-kill-stage.ts';
import type { RewardKillStage } from '../kills/reward-kill-stage.ts';

const POINTS = REWARD_ACTS.flatMap((act) =>
  act.steps.flatMap((step) => VICTIMS.map((victim) => ({ act, step, victim }))),
);
let stage: RewardKillStage;
let killed = 0;

beforeAll(async () => {
  stage = await openRewardKillStage();
}, 600_000);
afterAll(() => stage.stop());

for (const { act, step, victim } of POINTS)
  it(`the ${victim} is killed at ${act.name}, step "${step.name}": it is paid once`, async () => {
    await killAt(stage, act, { step, victim });
    await expectPaidOnce(stage);
    killed += 1;
  }, 120_000);

it('every program died at every step of every act', () => {
  expect(killed).toBe(POINTS.length);
});
