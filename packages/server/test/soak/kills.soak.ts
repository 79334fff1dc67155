import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STEPS, VICTIMS, openSlaughter } from '../kills/kill-points.ts';
import type { Slaughter } from '../kills/kill-points.ts';
import { ASK_ACTS } from '../kills/ask-acts.ts';
import { BID_ACTS } from '../kills/bid-acts.ts';
import { killAt } from '../kills/lock-kill-points.ts';
import { openLockStage } from '../kills/lock-stage.ts';
import type { LockStage } from '../kills/lock-stage.ts';

let slaughter: Slaughter;
let done = 0;

beforeAll(async () => {
  slaughter = await openSlaughter(STEPS.length * VICTIMS.length);
});
afterAll(() => slaughter.stop());

STEPS.forEach(({ name }, at) => {
  for (const victim of VICTIMS)
    it(`the ${victim} is killed at step ${name}: the take is whole or nothing`, async () => {
      await slaughter.at(at + 1, victim);
      done += 1;
    }, 60_000);
});

it('every program died at every step', () => {
  expect(done).toBe(44);
});

describe('locks', () => {
  const points = [...BID_ACTS, ...ASK_ACTS].flatMap((act) =>
    act.steps.flatMap((step) => VICTIMS.map((victim) => ({ act, step, victim }))),
  );
  let stage: LockStage;
  let killed = 0;

  beforeAll(async () => {
    stage = await openLockStage(points.length);
  }, 600_000);
  afterAll(() => stage.stop());

  for (const { act, step, victim } of points)
    it(`the ${victim} is killed at ${act.name}, step "${step.name}": the money is in one place`, async () => {
      await killAt(stage, act, { step, victim });
      killed += 1;
    }, 120_000);

  it('every program died at every step of every act', () => {
    expect(killed).toBe(points.length);
  });
});
