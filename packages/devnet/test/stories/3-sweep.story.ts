import { afterAll, beforeAll, expect, it } from 'vitest';
import { buy, fill, openMarket, orderOf, owns, progress } from './market.ts';
import type { Market } from './market.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n]);
});
afterAll(() => stage.close());

it('three lots are bought in one transaction', async () => {
  const user = await stage.user('sweeper', { account: 1 });
  await user.enter();
  await fill(stage, user);
  await buy(user, market.orders);
  await progress(user, 'seen').waitFor();
  await stage.world.mine();
  await owns(user, 3000);
  const deals = await Promise.all(market.orders.map((id) => orderOf(stage, id)));
  expect(new Set(deals.map((order) => order.dealTx)).size).toBe(1);
  expect(deals.every((order) => order.orderState === 2)).toBe(true);
  await user.close();
});
