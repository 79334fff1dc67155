import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRow, fill, openMarket, owns } from './market.ts';
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

it('two buyers race for one ask: one wins, the other is told and offered the next best', async () => {
  const users = [await stage.user('racer-1'), await stage.user('racer-2', { account: 1 })];
  const id = market.orders[0] ?? '';
  for (const user of users) {
    await user.enter();
    await fill(stage, user);
    await askRow(user, id).click();
    await user.sees('buy-button').first().click();
    await user.sees('review-confirm').click();
    await user.page.getByTestId('demo-approve').waitFor();
  }
  await Promise.all(users.map((user) => user.approve()));
  const won = await Promise.all(
    users.map((user) =>
      Promise.race([
        user.page
          .locator('[data-testid="trade-progress"][data-state="seen"]')
          .waitFor()
          .then(() => true),
        user.page
          .getByTestId('next-best')
          .first()
          .waitFor()
          .then(() => false),
      ]),
    ),
  );
  expect(won.filter(Boolean)).toHaveLength(1);
  const loser = users[won.indexOf(false)];
  const winner = users[won.indexOf(true)];
  if (loser === undefined || winner === undefined) throw new Error('one won and one lost');
  await loser.shot('story-7-lost');
  await loser.page.getByTestId('next-best').first().click();
  await loser.page
    .locator(`[data-testid="ask-row"][data-order-id="${market.orders[1] ?? ''}"][aria-selected="true"]`)
    .waitFor();
  await stage.world.mine();
  await owns(winner, 1000);
  for (const user of users) await user.close();
});
