/** Kills around claims: one step of each act, and another one every day. */
import { afterAll, beforeAll, it } from 'vitest';
import { VICTIMS } from './kill-points.ts';
import { killAt } from './lock-kill-points.ts';
import { REWARD_ACTS } from './reward-acts.ts';
import { expectPaidOnce, openRewardKillStage } from './reward-kill-stage.ts';
import type { RewardKillStage } from './reward-kill-stage.ts';

const DAY_MS = 86_400_000;
/** Another step of each act every day, and another victim after each round of steps. KILL_DAY does the points of another day. */
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

let stage: RewardKillStage;

beforeAll(async () => {
  stage = await openRewardKillStage();
}, 240_000);
afterAll(() => stage.stop());

REWARD_ACTS.forEach((act, at) => {
  // Three on, so that the acts of one day are killed at steps of every sort.
  const turn = day + 3 * at;
  const step = act.steps[turn % act.steps.length];
  const victim = VICTIMS[(Math.floor(day / act.steps.length) + at) % VICTIMS.length];
  if (step === undefined || victim === undefined) throw new Error('every act has steps');
  it(`the ${victim} is killed at ${act.name}, step "${step.name}" (KILL_DAY ${day}): it is paid once`, async () => {
    await killAt(stage, act, { step, victim });
    await expectPaidOnce(stage);
  }, 90_000);
});
