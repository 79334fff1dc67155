/** Server and signer killed at every step of a purchase, a sale, an addition and a removal on MVC: each is whole or nothing, and the pool is what the chain says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFaultStage } from '../mvc-swaps/faults/fault-stage.ts';
import type { FaultStage } from '../mvc-swaps/faults/fault-stage.ts';
import { MVC_POINTS, killMvcAt } from '../mvc-swaps/faults/mvc-kill-points.ts';

let stage: FaultStage;
let killed = 0;

beforeAll(async () => {
  stage = await openFaultStage();
}, 600_000);
afterAll(() => stage.stop());

for (const point of MVC_POINTS)
  it(`the ${point.victim} is killed at ${point.act.name}, step "${point.step.name}": it is whole or nothing`, async () => {
    await killMvcAt(stage, point);
    killed += 1;
  }, 240_000);

it('both died at every step of every act', () => {
  expect(killed).toBe(MVC_POINTS.length);
});
