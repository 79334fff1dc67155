import { afterAll, beforeAll, expect, it } from 'vitest';
import { STEPS, VICTIMS, openSlaughter } from '../kills/kill-points.ts';
import type { Slaughter } from '../kills/kill-points.ts';

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
