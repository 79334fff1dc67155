/**
 * One history of deposits of every kind on both chains, replayed BRIDGE_REPLAYS times from BRIDGE_SEED on, each time with blocks undone at other
 * moments: 1 to 6 of them on each side, in every pairing. Both equations hold after every step, and every deposit leaves as it should.
 */
import { it } from 'vitest';
import { SEED, beginOnce, numberOf } from './before.ts';
import { mine, pay, reorganise } from './acts.ts';
import type { Payment } from './acts.ts';
import { attempt } from './driver.ts';
import { randomOf } from './random.ts';
import type { Random } from './random.ts';
import type { Side } from './rules.ts';
import { finish, withWorld } from './sequence.ts';
import { requireEquations, requireOnce } from './truth.ts';
import type { World } from './world.ts';

const REPLAYS = numberOf('BRIDGE_REPLAYS', 100);
const DEEPEST = 6;

const HISTORY: readonly (readonly [Side, Payment])[] = [
  ...(['any', 'twice', 'dust', 'other', 'no id'] as const).map((what) => ['btc', what] as const),
  ...(['exact', 'twice', 'dust', 'least', 'no id'] as const).map((what) => ['mvc', what] as const),
];

const given = beginOnce();

it(`the history ${REPLAYS} times (BRIDGE_SEED=${SEED})`, { timeout: 2_400_000 }, async () => {
  for (let seed = SEED; seed < SEED + REPLAYS; seed += 1)
    await withWorld(given(), async (world) => {
      const depths = { btc: 1 + (seed % DEEPEST), mvc: 1 + (Math.floor(seed / DEEPEST) % DEEPEST) };
      try {
        await replay(world, randomOf(seed), depths);
      } catch (error) {
        throw new Error(`BRIDGE_SEED=${seed}: ${String(error)}`, { cause: error });
      }
    });
});

/** @param depths blocks that are undone on each side, twice */
async function replay(world: World, random: Random, depths: Readonly<Record<Side, number>>): Promise<void> {
  const undone = (['btc', 'btc', 'mvc', 'mvc'] as const).map((side) => ({
    side,
    at: 2 + random.below(HISTORY.length),
  }));
  for (const [at, [side, what]] of HISTORY.entries()) {
    pay(world, random, side, what);
    for (const chain of ['btc', 'mvc'] as const)
      for (let left = random.below(3); left >= 0; left -= 1) mine(world, random, chain);
    requireAll(world);
    for (const paid of world.paid.values()) if (random.chance(0.7)) await attempt(world, paid, random);
    for (const one of undone) {
      if (one.at !== at) continue;
      reorganise(world, random, one.side, depths[one.side]);
      requireAll(world);
      await world.watch();
    }
  }
  for (const { side, at } of undone) if (at >= HISTORY.length) reorganise(world, random, side, depths[side]);
  requireAll(world);
  await finish(world, random, given().counts);
}

function requireAll(world: World): void {
  requireEquations(world);
  requireOnce(world);
}
