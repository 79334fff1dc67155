/** What is in progress has a place of its own and covers nothing; every transaction has a page; a sale is told as one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { askRow, buy, fill, openMarket, reaches } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let orders: readonly string[] = [];
let user: User;

beforeAll(async () => {
  stage = await openStage();
  ({ orders } = await openMarket(stage, [20_000n, 21_000n, 22_000n, 23_000n, 24_000n, 25_000n]));
  user = await stage.user('trader', { account: 0 });
  await user.enter();
  await fill(stage, user);
}, 300_000);
afterAll(() => stage.close());

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Both sizes in both themes, without a fault. */
async function looks(name: string): Promise<void> {
  for (const size of SIZES) {
    await user.page.setViewportSize(size);
    for (const theme of ['light', 'dark']) {
      await user.page.evaluate((chosen) => {
        document.documentElement.dataset['theme'] = chosen;
      }, theme);
      await user.shot(`${name}-${size.width}-${theme}`);
      expect(await violations(user.page), `${name} ${size.width} ${theme}`).toEqual([]);
      expect(await user.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        size.width,
      );
    }
  }
  await user.page.setViewportSize(SIZES[0]);
}

describe('a purchase in progress', () => {
  it('is told by a chip, listed when it is pressed, and covers nothing before', async () => {
    await buy(user, orders.slice(0, 1));
    await reaches(user, 'seen');
    await user.sees('progress-chip').waitFor();
    expect(await user.sees('trade-progress').isVisible()).toBe(false);
    await user.sees('progress-tab').click();
    await user.sees('progress-row').getByText('In mempool').waitFor();
    await looks('tray-tab');
    await user.sees('progress-chip').click();
    await user.sees('trade-progress').waitFor();
    await looks('tray-popover');
  });
  it('offers no speed-up before a block came without it, and one cancel behind one link', async () => {
    const card = user.sees('trade-progress');
    await card.getByTestId('own-options').click();
    await card.getByTestId('own-cancel-transaction').waitFor();
    expect(await card.getByTestId('own-bump').count()).toBe(0);
    expect(await card.getByTestId('own-child').count()).toBe(0);
    await looks('tray-options');
  });
  it('folds with its block; the tab counts how deep it is', async () => {
    await stage.world.mine();
    await reaches(user, 'confirmed');
    await user.sees('progress-popover').waitFor({ state: 'hidden' });
    await user.sees('progress-row').getByText('Confirmed (1 of 6)').waitFor();
    await user.sees('progress-chip').waitFor({ state: 'hidden' });
    for (let block = 0; block < 5; block += 1) await stage.world.mine();
    await user.sees('progress-row').waitFor({ state: 'detached' });
    await user.sees('open-orders-tab').waitFor();
    expect(await askRow(user, orders[0] ?? '').count()).toBe(0);
  });
});
