/** The bridge beside its model for as long as a soak takes: another seed, and many more steps, in each run. */
import { expect, it } from 'vitest';
import { BTC_ASSET, bridgeWorld } from '../bridge/bridge-world.ts';
import { runBridgeModel } from '../bridge/random-bridge.ts';

const SEEDS = [1, 2, 3, 4, 5] as const;
const STEPS = 80;

it.each(SEEDS)('seed %i', { timeout: 3_600_000 }, async (seed) => {
  // Caps that a run of so many orders does not meet.
  const here = await bridgeWorld({}, { ...BTC_ASSET, hourCap: '10000000000', exposure: '10000000000' });
  try {
    expect((await runBridgeModel(here, { seed, steps: STEPS })).orders).toBeGreaterThan(STEPS / 8);
  } finally {
    await here.world.stop();
  }
});
