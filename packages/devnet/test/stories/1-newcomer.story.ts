import { afterAll, beforeAll, expect, it } from 'vitest';
import { available, buy, openMarket, owns, progress } from './market.ts';
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

it('a newcomer connects, logs in, takes from the faucet, buys, waits for a block, owns', async () => {
  const user = await stage.user('newcomer');
  await user.enter();
  await user.sees('faucet-button').first().click();
  await expect.poll(() => user.sees('balance-btc').first().innerText(), { timeout: 20_000 }).toMatch(/[1-9]/);
  await stage.world.mine();
  const before = await available(user);
  await buy(user, [market.orders[0] ?? '']);
  await progress(user, 'seen').waitFor();
  await user.shot('story-1-pending');
  await stage.world.mine();
  await progress(user, 'confirmed').waitFor();
  await owns(user, before + 1000);
  await user.shot('story-1-owned');
  await user.close();
});
