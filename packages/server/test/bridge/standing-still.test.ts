/** MVC without a new block: nothing leaves until one comes, and everybody is told. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../world.ts';
import { bridgeWorld, expectBalanced } from './bridge-world.ts';
import type { BridgeWorld } from './bridge-world.ts';

const SECONDS = 15;
let here: BridgeWorld;

beforeAll(async () => {
  here = await bridgeWorld({ serverSettings: { MVC_OLDEST_TIP_SECONDS: SECONDS.toString() } });
});
afterAll(() => here.world.stop());

it('a mint waits for a block of MVC, and leaves with it', { timeout: 90_000 }, async () => {
  const user = await here.user('waiter');
  const id = await user.mint('btc', 100_000n);
  await here.untilState(id, 'paid');
  const still = async () => (await callApi(here.world.origin, 'bridgeAssets')).mvc.standsStill;
  await until(still, 'MVC stands still', (SECONDS + 15) * 1_000);
  await here.mineBtc();
  await until(async () => (await here.order(id)).waits === 'standing-still', 'its order says so');
  expect((await here.order(id)).state).toBe('confirming');
  await here.mineMvc();
  await here.untilState(id, 'paid-out');
  expect(await still()).toBe(false);
  expect((await here.order(id)).waits).toBe(null);
  await here.finish(id);
  await expectBalanced(here);
});
