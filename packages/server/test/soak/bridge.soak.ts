/** The bridge on real nodes beside its model for as long as a soak takes: BRIDGE_RUNS of them (5), each from another seed on, BRIDGE_SEED or 1. */
import { expect, it } from 'vitest';
import { BTC_ASSET, bridgeWorld } from '../bridge/bridge-world.ts';
import { runBridgeModel } from '../bridge/random-bridge.ts';

const RUNS = Number.parseInt(process.env['BRIDGE_RUNS'] ?? '5', 10);
const FIRST = Number.parseInt(process.env['BRIDGE_SEED'] ?? '1', 10);
const STEPS = 80;

it.each(Array.from({ length: RUNS }, (_, at) => FIRST + at))(
  'seed %i',
  { timeout: 3_600_000 },
  async (seed) => {
    // Caps that a run of so many orders does not meet.
    const here = await bridgeWorld({}, { ...BTC_ASSET, hourCap: '10000000000', exposure: '10000000000' });
    try {
      expect((await runBridgeModel(here, { seed, steps: STEPS })).orders).toBeGreaterThan(STEPS / 8);
    } finally {
      await here.world.stop();
    }
  },
);
