/** Kills around pools: one step of each act, and another one every day. */
import { afterAll, beforeAll, it } from 'vitest';
import { expectChain } from '../pools/pooler.ts';
import { VICTIMS } from './kill-points.ts';
import { killAt } from './lock-kill-points.ts';
import { POOL_ACTS } from './pool-acts.ts';
import { openPoolKillStage } from './pool-kill-stage.ts';
import type { PoolKillStage } from './pool-kill-stage.ts';

const DAY_MS = 86_400_000;
/** Another step of each act every day, and another victim after each round of steps. KILL_DAY does the points of another day. */
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

let stage: PoolKillStage;

beforeAll(async () => {
  stage = await openPoolKillStage();
}, 240_000);
afterAll(() => stage.stop());

POOL_ACTS.forEach((act, at) => {
  // Three on, so that the acts of one day are killed at steps of every sort.
  const turn = day + 3 * at;
  const step = act.steps[turn % act.steps.length];
  const victim = VICTIMS[(Math.floor(day / act.steps.length) + at) % VICTIMS.length];
  if (step === undefined || victim === undefined) throw new Error('every act has steps');
  it(`the ${victim} is killed at ${act.name}, step "${step.name}" (KILL_DAY ${day}): it is whole or nothing`, async () => {
    await killAt(stage, act, { step, victim });
    await expectChain(stage);
  }, 90_000);
});
