/** Kills around a pool on MVC: every step once, with another act and another victim every day. */
import { afterAll, beforeAll, it } from 'vitest';
import { openFaultStage } from './fault-stage.ts';
import type { FaultStage } from './fault-stage.ts';
import { MVC_POINTS, MVC_STEPS, killMvcAt } from './mvc-kill-points.ts';

const DAY_MS = 86_400_000;
/** KILL_DAY does the points of another day. */
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

let stage: FaultStage;

beforeAll(async () => {
  stage = await openFaultStage();
}, 240_000);
afterAll(() => stage.stop());

MVC_STEPS.forEach((step, at) => {
  const points = MVC_POINTS.filter((one) => one.step === step);
  // Three on, so that the steps of one day meet acts and victims of every sort.
  const point = points[(day + 3 * at) % points.length];
  if (point === undefined) throw new Error('every step has points');
  const { act, victim } = point;
  it(`the ${victim} is killed at ${act.name}, step "${step.name}" (KILL_DAY ${day}): it is whole or nothing`, async () => {
    await killMvcAt(stage, point);
  }, 120_000);
});
