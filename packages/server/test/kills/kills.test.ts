import { afterAll, beforeAll, it } from 'vitest';
import { STEPS, VICTIMS, openSlaughter } from './kill-points.ts';
import type { Slaughter } from './kill-points.ts';

const DAY_MS = 86_400_000;
/** Another victim for each step every day: after four days every point was done. KILL_DAY does the points of another day. */
const day = Number.parseInt(process.env['KILL_DAY'] ?? String(Math.floor(Date.now() / DAY_MS)), 10);

let slaughter: Slaughter;

beforeAll(async () => {
  slaughter = await openSlaughter(STEPS.length);
});
afterAll(() => slaughter.stop());

STEPS.forEach(({ name }, at) => {
  const victim = VICTIMS[(day + at) % VICTIMS.length] ?? 'server';
  it(`the ${victim} is killed at step ${name} (KILL_DAY ${day}): the take is whole or nothing`, async () => {
    await slaughter.at(at + 1, victim);
  }, 60_000);
});
