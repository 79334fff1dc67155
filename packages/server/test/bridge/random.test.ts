/** Users mint, redeem, pay twice and too little while blocks come and go: the books add up after every step, and in the end everybody has what a plain model says. */
import { expect, it } from 'vitest';
import { bridgeWorld } from './bridge-world.ts';
import { runBridgeModel } from './random-bridge.ts';

it('a short run', { timeout: 240_000 }, async () => {
  const here = await bridgeWorld();
  try {
    const ran = await runBridgeModel(here, { seed: 4_711, steps: 14 });
    expect(ran.orders).toBeGreaterThan(3);
  } finally {
    await here.world.stop();
  }
});
