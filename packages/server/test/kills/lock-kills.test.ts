/** Kills around bids and protected asks: one step of each act, and another one every day. */
import { afterAll, beforeAll, it } from 'vitest';
import { VICTIMS } from './kill-points.ts';
import { ASK_ACTS } from './ask-acts.ts';
import { BID_ACTS } from './bid-acts.ts';
import { killAt } from './lock-kill-points.ts';
import { openLockStage } from './lock-stage.ts';
import type { LockStage } from './lock-stage.ts';

const DAY_MS = 86_400_000;
/** Another step of each act every day, and another victim after each round of steps. KILL_DAY does the points of another day. */
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

const ACTS = [...BID_ACTS, ...ASK_ACTS];

let stage: LockStage;

beforeAll(async () => {
  stage = await openLockStage(ACTS.length);
}, 240_000);
afterAll(() => stage.stop());

ACTS.forEach((act, at) => {
  const turn = day + at;
  const step = act.steps[turn % act.steps.length];
  const victim = VICTIMS[Math.floor(turn / act.steps.length) % VICTIMS.length];
  if (step === undefined || victim === undefined) throw new Error('every act has steps');
  it(`the ${victim} is killed at ${act.name}, step "${step.name}" (KILL_DAY ${day}): the money is in one place`, async () => {
    await killAt(stage, act, { step, victim });
  }, 90_000);
});
