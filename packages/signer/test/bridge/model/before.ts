/** What every test of the model begins with: numbers from outside, a seed, and a history, five mints from payment to payout as deep as anything can ask. */
import { afterAll, beforeAll } from 'vitest';
import { openBase } from './base.ts';
import type { Base } from './base.ts';
import { attempt } from './driver.ts';
import { orderOf, paySats } from './payments.ts';
import { randomOf } from './random.ts';
import { both } from './acts.ts';
import { requireEquations } from './truth.ts';
import { FIRST, openWorld } from './world.ts';
import type { Given } from './sequence.ts';

const MINTS = [900_000n, 900_000n, 500_000n, 400_000n, 300_000n] as const;

/** Of the environment, or the usual one. */
export const numberOf = (name: string, usual: number): number =>
  Number.parseInt(process.env[name] ?? String(usual), 10);

export const SEED = numberOf('BRIDGE_SEED', Date.now() % 1_000_000_007);

/** Made before the tests of a file, and gone after them. */
export function beginOnce(signers: Base['signers'] = 1): () => Given {
  let given: Given | undefined;
  const there = (): Given => {
    if (given === undefined) throw new Error('before all tests it is there');
    return given;
  };
  beforeAll(async () => {
    given = await begin(signers);
  });
  afterAll(() => {
    there().before.end();
  });
  return there;
}

async function begin(signers: Base['signers']): Promise<Given> {
  const base = await openBase(FIRST, signers);
  const world = openWorld(base);
  const random = randomOf(1);
  for (const amount of MINTS) {
    const paid = paySats(world, { amount, order: orderOf(random, 'btc') });
    if (paid === undefined) throw new Error('there is money');
    for (let at = 0; at < 6; at += 1) both(world, 'btc').mine();
    for (let at = 0; at < 2; at += 1) {
      const refused = await attempt(world, paid, random);
      if (refused !== undefined) throw new Error(refused);
      both(world, 'mvc').mine();
    }
    world.clock += 3_600_000;
  }
  for (let at = 0; at < 150; at += 1) both(world, 'mvc').mine();
  for (let at = 0; at < 20; at += 1) both(world, 'btc').mine();
  requireEquations(world, true);
  return { base, before: world, counts: new Map() };
}
