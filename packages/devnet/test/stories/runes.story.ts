/** The book of Runes in a real browser: found in the menus, a rune listed on the phone and bought at the desk, and the other way round. */
import { runeNamed } from '@rialto/devnet';
import { addressToScript } from '@rialto/psbt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { openRow, pastRow } from './support/book.ts';
import { nothingClipped } from './support/clipped.ts';
import { askRow, orderOf } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const NAME = 'PLAIN•AMBER•WILLOW';
const TIMEOUT = { timeout: 20_000 };

interface Person extends User {
  readonly isPhone: boolean;
}

let stage: Stage;
let phone: Person;
let desk: Person;
/** The rune's id, which names the market in its address. */
let runeId: string;

beforeAll(async () => {
  stage = await openStage();
  const { world } = stage;
  const path = '/markets';
  const small = await stage.user('phone', { path, account: 0, width: 390, height: 844 });
  phone = { ...small, isPhone: true };
  desk = { ...(await stage.user('desk', { path, account: 1 })), isPhone: false };
  const holder = world.trader('holder', 'p2tr');
  const lots = [{ who: holder, amount: '1' }];
  for (const user of [phone, desk]) {
    await user.enter();
    const address = await user.address();
    await world.fund({ address }, [400_000n, 400_000n]);
    lots.push({ who: { ...holder, script: addressToScript(address, 'regtest') }, amount: '150.25' });
  }
  await world.tokenIn('runes', NAME, lots);
  runeId = (await runeNamed(world.origin, NAME))?.runeid ?? '';
});

afterAll(async () => {
  for (const user of [phone, desk]) await user.close();
  await stage.close();
});

/** On the phone one looks at a part of the screen at a time. */
async function turnTo(user: Person, view: 'book' | 'trade' | 'orders'): Promise<void> {
  if (user.isPhone) await user.sees(`view-${view}`).click();
}

it('the menus lead there, after ID-Coins: the address names the rune by its id, the page by its name and symbol', async () => {
  await desk.sees('nav-orderbook').click();
  await desk.sees('nav-orderbook-runes').click();
  await phone.sees('mobile-menu').click();
  await phone.sees('nav-orderbook-runes').click();
  for (const { page, sees } of [phone, desk]) {
    await expect.poll(() => page.url(), TIMEOUT).toBe(`${stage.world.origin}/orderbook/runes/btc-${runeId}`);
    await sees('token-picker').getByText(NAME).waitFor();
    await expect.poll(() => sees('token-picker').innerText()).toContain('❖');
    await expect.poll(() => page.title()).toContain(NAME);
  }
});

it('its name leads there as well, in capitals or not; another id leads nowhere', async () => {
  const { page, sees } = desk;
  for (const pair of [NAME, NAME.toLowerCase()]) {
    await page.goto(`${stage.world.origin}/orderbook/runes/btc-${encodeURIComponent(pair)}`);
    await sees('token-picker').getByText(NAME).waitFor();
  }
  await page.goto(`${stage.world.origin}/orderbook/runes/btc-${runeId}0`);
  await page.getByText('Token not found').waitFor();
  await page.goto(`${stage.world.origin}/orderbook/runes/btc-${runeId}`);
  await sees('token-picker').getByText(NAME).waitFor();
});

it('the list of tokens begins at the rune one comes from, and no row of it is broken or cut off', async () => {
  for (const user of [desk, phone]) {
    await user.sees('token-picker').click();
    const marked = user.page.locator('[data-testid="token-option"][aria-selected="true"]');
    await expect.poll(() => marked.innerText(), TIMEOUT).toContain(NAME);
    await nothingClipped(user, `picker-${user.isPhone ? 'phone' : 'desk'}`, 'token-dialog');
    const heights = await user
      .sees('token-option')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(66);
    await user.page.keyboard.press('Escape');
    await user.sees('token-dialog').waitFor({ state: 'detached' });
  }
});

describe.each([
  ['on the phone', 'at the desk', () => [phone, desk] as const],
  ['at the desk', 'on the phone', () => [desk, phone] as const],
])('a lot offered %s and bought %s', (_where, _there, people) => {
  let orderId: string;

  it('is in both books at once', async () => {
    const [seller, buyer] = people();
    await turnTo(seller, 'trade');
    await seller.sees('sell-tab').first().click();
    const lot = seller.page.locator('[data-testid="transfer-option"][data-state="ready"]');
    await lot
      .filter({ hasText: /^150\.25/ })
      .first()
      .getByRole('checkbox')
      .check();
    await seller.sees('price-input').first().fill('200');
    if (seller.isPhone) await seller.shot('runes-sell-390');
    await seller.sees('place-order').click();
    await seller.sees('review-confirm').click();
    await seller.approve();
    await turnTo(seller, 'orders');
    await seller.sees('open-orders-tab').click();
    const row = seller.sees('open-order-row').first();
    await row.waitFor();
    orderId = (await row.getAttribute('data-order-id')) ?? '';
    // Whoever sells gets a price from a row; whoever buys, the lot.
    await turnTo(buyer, 'trade');
    await buyer.sees('buy-tab').first().click();
    await turnTo(buyer, 'book');
    await askRow(buyer, orderId).waitFor();
    await expect.poll(() => askRow(buyer, orderId).innerText()).toContain('150.25');
    expect(await orderOf(stage, orderId, 'runes')).toMatchObject({
      orderType: 31,
      amount: '30050',
      tick: NAME,
    });
  });

  it('is bought, gets its block, and both see it', async () => {
    const [seller, buyer] = people();
    await askRow(buyer, orderId).click();
    if (buyer.isPhone) await buyer.shot('runes-book-390');
    await buyer
      .sees(buyer.isPhone ? 'bar-buy' : 'buy-button')
      .first()
      .click();
    await expect.poll(() => buyer.sees('review-dialog').innerText()).toContain(NAME);
    await buyer.sees('review-confirm').click();
    await buyer.approve();
    await buyer.page
      .locator('[data-testid="trade-progress"][data-state="seen"]')
      .waitFor({ state: 'attached' });
    await stage.world.mine();
    for (const { page } of [seller, buyer]) await openRow(page, orderId).waitFor({ state: 'detached' });
    for (const user of [seller, buyer]) {
      await turnTo(user, 'orders');
      await user.sees('history-tab').click();
      const row = pastRow(user.page, orderId);
      await row.waitFor();
      await expect.poll(() => row.innerText()).toContain('150.25');
    }
    expect(await orderOf(stage, orderId, 'runes')).toMatchObject({
      orderState: 2,
      buyerAddress: await buyer.address(),
      sellerAddress: await seller.address(),
    });
  });
});

it('nothing is wider than the phone, and nothing is in the way of those who cannot see it', async () => {
  for (const view of ['book', 'trade', 'orders'] as const) {
    await turnTo(phone, view);
    await phone.shot(`runes-${view}-390`);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth), view).toBeLessThanOrEqual(
      390,
    );
    expect(await violations(phone.page), view).toEqual([]);
  }
  await desk.shot('runes-1440');
  expect(await violations(desk.page)).toEqual([]);
});
