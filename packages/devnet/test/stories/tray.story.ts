/** What is in progress has a place of its own and covers nothing; every transaction has a page; a sale is told as one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { askRow, buy, fill, inscribeLot, openMarket, reaches } from './support/market.ts';
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
    await fill(stage, user);
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
    for (let block = 0; block < 6; block += 1) await stage.world.mine();
    await user.sees('progress-row').waitFor({ state: 'detached' });
    await user.sees('open-orders-tab').waitFor();
    expect(await askRow(user, orders[0] ?? '').count()).toBe(0);
  });
});

describe('the page of a transaction', () => {
  it('says from the history who gave, who got, and what it cost', async () => {
    await user.sees('history-tab').click();
    await user.sees('history-row').getByTestId('tx-link').click();
    await user.page.waitForURL(/\/tx\/[0-9a-f]{64}$/);
    const page = user.sees('transaction');
    await page.waitFor();
    expect(await page.getAttribute('data-kind')).toBe('purchase');
    await expect.poll(() => user.sees('tx-sales').innerText()).toMatch(/1,000\s*opal for 0\.0002/);
    const parties = await user.sees('tx-parties').innerText();
    expect(parties).toMatch(/You/);
    expect(parties).toMatch(/Seller/);
    expect(parties).toMatch(/\+ 1,000 opal/);
    await expect.poll(() => user.sees('tx-state').innerText()).toMatch(/Confirmed in block/);
    await looks('transaction');
  });
  it('leads there from the trades of the market; an unknown one says so', async () => {
    await user.page.goto(`${stage.world.origin}/orderbook/brc20`);
    await user.sees('trades-tab').click();
    await user.sees('trade-link').first().click();
    await user.sees('transaction').waitFor();
    await user.page.goto(`${stage.world.origin}/tx/${'0'.repeat(64)}`);
    await user.sees('tx-unknown').getByText('Transaction not found').waitFor();
    await looks('transaction-unknown');
  });
});

describe('a sale of one’s own', () => {
  it('choosing an order moves no row', async () => {
    await user.page.goto(`${stage.world.origin}/orderbook/brc20`);
    await user.sees('sell-tab').first().click();
    await inscribeLot(stage, user, '500');
    const lot = user.page.locator('[data-testid="transfer-option"][data-state="ready"]');
    await lot.getByRole('checkbox').check();
    await user.sees('price-input').first().fill('30');
    await user.sees('place-order').click();
    await user.sees('review-confirm').click();
    await user.approve();
    const row = user.sees('open-order-row');
    await row.waitFor();
    const before = await row.boundingBox();
    await user.sees('select-order').click();
    await user.sees('selected-orders').waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await looks('orders-selected');
    await user.sees('select-order').click();
  });
  it('is told as what it is, by a toast that covers no header, and in the list behind the bell', async () => {
    const id = (await user.sees('open-order-row').getAttribute('data-order-id')) ?? '';
    const { world } = stage;
    const buyer = world.trader('buyer', 'p2wpkh');
    await world.fund(buyer, [500_000n, 500_000n]);
    await buyer.login();
    await buyer.take([id]);
    await world.mine();
    const toast = user.sees('toast').getByText('Sold 500 opal for 15,000 sat');
    await toast.waitFor();
    const { y = 0 } = (await toast.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(450);
    await user.shot('sale-toast-1440');
    await user.sees('notifications').click();
    await user.sees('notification-list').getByText('Sold 500 opal for 15,000 sat').waitFor();
    await looks('notifications');
  });
});
