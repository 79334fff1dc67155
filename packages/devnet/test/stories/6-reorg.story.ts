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

it('a block undone right after a trade: pending again, then done', async () => {
  const { world } = stage;
  const user = await stage.user('reorged');
  await user.enter();
  await fill(stage, user);
  await buy(user, [market.orders[0] ?? '']);
  await progress(user, 'seen').waitFor();
  await world.mine();
  await progress(user, 'confirmed').waitFor();
  await owns(user, 1000);
  await world.chain.node.rpc('invalidateblock', [await world.chain.node.rpc('getbestblockhash')]);
  await progress(user, 'seen').waitFor();
  await owns(user, 0);
  expect(await orderOf(stage, market.orders[0] ?? '')).toMatchObject({ orderState: 1, pending: true });
  // To another address: a block equal to the undone one would be refused.
  await world.chain.mine(2, market.maker.address);
  await progress(user, 'confirmed').waitFor();
  await owns(user, 1000);
  expect(await orderOf(stage, market.orders[0] ?? '')).toMatchObject({ orderState: 2 });
  await user.close();
});
