import { afterAll, beforeAll, expect, it } from 'vitest';
import { buy, fill, openMarket, orderOf, owns, progress } from './market.ts';
import type { Market } from './market.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage({ FAULT_STOP_AT: 'outbox-committed' });
  market = await openMarket(stage, [30_000n, 31_000n]);
});
afterAll(() => stage.close());

it('the server is killed between outbox and send: after the restart the trade completes by itself', async () => {
  const { world } = stage;
  const user = await stage.user('survivor');
  await user.enter();
  await fill(stage, user);
  const starts = world.exchange.server.starts();
  await buy(user, [market.orders[0] ?? '']);
  await expect.poll(() => world.exchange.server.starts(), { timeout: 20_000 }).toBeGreaterThan(starts);
  await world.exchange.ready();
  await progress(user, 'seen').waitFor();
  await world.mine();
  await progress(user, 'confirmed').waitFor();
  await owns(user, 1000);
  expect(await orderOf(stage, market.orders[0] ?? '')).toMatchObject({ orderState: 2 });
  await user.close();
});
