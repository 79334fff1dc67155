/** The line breaks at each step of a purchase, a listing and a cancel: the act goes on by itself, or one sentence says where it stands. */
import { callApi } from '@rialto/devnet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { openLine } from './support/line.ts';
import type { Line } from './support/line.ts';
import {
  askRow,
  available,
  fill,
  inscribeLot,
  openMarket,
  orderOf,
  progress,
  sent,
} from './support/market.ts';
import type { Market } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const OFFLINE = 'Offline, reconnecting';
const HERE = 'Signed, not submitted yet. Nothing was sent. Retrying.';
const PERHAPS = 'Signed and sent; no answer yet. Retrying. It can’t happen twice.';
const TIMEOUT = { timeout: 20_000 };

let stage: Stage;
let market: Market;
let line: Line;
let user: User;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n, 33_000n]);
  line = await openLine();
  user = await stage.user('cut-off', { line: line.address });
});
afterAll(async () => {
  await user.close();
  await line.close();
  await stage.close();
});

const idAt = (at: number): string => market.orders[at] ?? '';
const textOf = (testId: string): Promise<string> => user.sees(testId).first().innerText();
const says = (testId: string, words: string): Promise<void> =>
  expect.poll(() => textOf(testId), TIMEOUT).toContain(words);
const orderIs = async (orderId: string): Promise<boolean> => (await orderOf(stage, orderId)).pending;

/** The button is dead and says why, and lives again with the line. */
async function diesAndLives(testId: string, words: string): Promise<void> {
  line.cut();
  await says(testId, OFFLINE);
  expect(await user.sees(testId).first().isDisabled()).toBe(true);
  line.mend();
  await says(testId, words);
  expect(await user.sees(testId).first().isEnabled()).toBe(true);
}

/** Pictures of this state in both sizes and themes, and axe finds nothing. */
async function looksRight(name: string): Promise<void> {
  const { page } = user;
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize({ width, height });
      await page.evaluate((chosen) => {
        document.documentElement.dataset['theme'] = chosen;
      }, theme);
      await user.shot(`${name}-${width}-${theme}`);
      expect(await violations(page), `${name} at ${width} in ${theme}`).toEqual([]);
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Signs while the wallet is open over a line that broke. */
async function signsCutOff(): Promise<void> {
  await user.sees('review-confirm').click();
  await user.sees('demo-approve').waitFor();
  line.cut();
  await user.approve();
}

/** What came of the lot: how many purchases of it the buyer has. */
async function purchasesOf(orderId: string): Promise<number> {
  const session = await user.page.evaluate(() => localStorage.getItem('credentials') ?? '');
  const [, signature = ''] = /"signature":"([^"]+)"/.exec(session) ?? [];
  const [, key = ''] = /"publicKey":"([^"]+)"/.exec(session) ?? [];
  const { results } = await callApi(stage.world.origin, 'myTrades', {
    params: { book: 'brc20', address: await user.address() },
    query: { net: 'regtest' },
    headers: { 'x-signature': signature, 'x-public-key': key },
  });
  return results.filter(({ orderIds }) => orderIds.includes(orderId)).length;
}

it('somebody comes in over a line, with coins and tokens', async () => {
  await user.enter();
  await user.sees('faucet-button').first().click();
  await expect.poll(() => available(user), TIMEOUT).toBeGreaterThan(0);
  await fill(stage, user);
});

describe('a purchase', () => {
  it('with the line away in the form, while it is built, and in the review', async () => {
    await askRow(user, idAt(0)).click();
    await diesAndLives('buy-button', 'Buy');
    line.cutAt('/take/prepare', 'before');
    await user.sees('buy-button').first().click();
    await says('building', 'Connection lost. Nothing was signed; this continues when you are back online.');
    await looksRight('line-building');
    line.mend();
    await user.sees('review-dialog').waitFor();
    await diesAndLives('review-confirm', 'Sign and buy');
  });

  it('signed with the line away waits on the page, marks its lot, and goes by itself', async () => {
    await signsCutOff();
    await says('handing-waits', HERE);
    expect(await user.sees('review-dialog').count()).toBe(0);
    await says('in-your-purchase', '1 lot is in your purchase');
    await askRow(user, idAt(0)).and(user.page.locator('[data-pending="true"]')).waitFor();
    expect(await orderIs(idAt(0))).toBe(false);
    await looksRight('line-signed');
    line.mend();
    await progress(user, 'seen').waitFor({ state: 'attached' });
    expect(await orderIs(idAt(0))).toBe(true);
  });

  it('that is sent is told of its block after the line was away', async () => {
    line.cut();
    await user.sees('feed-lost').waitFor();
    await stage.world.mine();
    line.mend();
    await progress(user, 'confirmed').waitFor({ state: 'attached' });
    await user.sees('feed-lost').waitFor({ state: 'detached' });
  });

  it('whose answer was lost is handed in again, and done once', async () => {
    await askRow(user, idAt(1)).click();
    await user.sees('buy-button').first().click();
    await user.sees('review-dialog').waitFor();
    line.cutAt('/order-v2/update', 'after');
    await user.sees('review-confirm').click();
    await user.approve();
    await says('handing-waits', PERHAPS);
    await expect.poll(() => line.isCut(), TIMEOUT).toBe(true);
    await expect.poll(() => orderIs(idAt(1)), TIMEOUT).toBe(true);
    line.mend();
    await progress(user, 'seen').waitFor({ state: 'attached' });
    expect(await purchasesOf(idAt(1))).toBe(1);
    await stage.world.mine();
    await askRow(user, idAt(1)).waitFor({ state: 'detached' });
  });

  it('that is dropped is forgotten: nothing is sent, and the lot is free', async () => {
    await askRow(user, idAt(2)).click();
    await user.sees('buy-button').first().click();
    await user.sees('review-dialog').waitFor();
    await signsCutOff();
    await says('handing-waits', HERE);
    await user.sees('drop-it').click();
    await says('toast', 'Dropped. Nothing was sent.');
    line.mend();
    await user.page.getByText(OFFLINE).first().waitFor({ state: 'detached' });
    expect(await purchasesOf(idAt(2))).toBe(0);
    expect(await orderIs(idAt(2))).toBe(false);
    await askRow(user, idAt(2)).and(user.page.locator('[data-pending="false"]')).waitFor();
  });
});

describe('a listing', () => {
  const rows = () => user.sees('open-order-row');
  const lot = (state: string) => user.page.locator(`[data-testid="transfer-option"][data-state="${state}"]`);

  it('with the line away in the form and while the wallet is open goes by itself', async () => {
    await user.sees('sell-tab').first().click();
    await inscribeLot(stage, user, '300');
    await lot('ready').getByRole('checkbox').check();
    await user.sees('price-input').first().fill('100');
    await diesAndLives('place-order', 'Place');
    await user.sees('place-order').click();
    await user.sees('review-dialog').waitFor();
    await diesAndLives('review-confirm', 'Sign and list');
    await signsCutOff();
    await says('handing-waits', HERE);
    await lot('signed').waitFor();
    await looksRight('line-listing');
    expect(await rows().count()).toBe(0);
    line.mend();
    await rows().first().waitFor();
    await user.sees('handing-waits').waitFor({ state: 'detached' });
  });

  it('withdrawn over a line that lost the answer is withdrawn once', async () => {
    const id = (await rows().first().getAttribute('data-order-id')) ?? '';
    await user.sees('cancel-order').first().click();
    await diesAndLives('soft-cancel', 'Remove (free)');
    line.cutAt('/order-v2/update', 'after');
    await user.sees('soft-cancel').click();
    await says('handing-waits', 'No answer yet, the order may be cancelled by now. Trying again.');
    line.mend();
    await rows().first().waitFor({ state: 'detached' });
    await says('toast', 'Order cancelled');
    expect(await orderOf(stage, id)).toMatchObject({ orderState: 3 });
  });

  it('whose answer was lost is on the book once', async () => {
    await lot('ready').getByRole('checkbox').check();
    await user.sees('price-input').first().fill('100');
    await user.sees('place-order').click();
    await user.sees('review-dialog').waitFor();
    line.cutAt('/order/ask/push', 'after');
    await user.sees('review-confirm').click();
    await user.approve();
    await says('handing-waits', PERHAPS);
    await expect.poll(() => line.isCut(), TIMEOUT).toBe(true);
    line.mend();
    await says('toast', 'Order placed');
    await expect.poll(() => rows().count(), TIMEOUT).toBe(1);
  });
});

describe('a cancel on the chain', () => {
  it('over a line that breaks while it is built, while the wallet is open, and before its answer is done once', async () => {
    const row = user.sees('open-order-row').first();
    const id = (await row.getAttribute('data-order-id')) ?? '';
    const { outpoint } = await orderOf(stage, id);
    await user.sees('cancel-order').first().click();
    line.cutAt('/cancel/prepare', 'before');
    await user.sees('hard-cancel').click();
    await says('building', 'Connection lost. Nothing was signed');
    line.mend();
    await user.sees('review-dialog').waitFor();
    await signsCutOff();
    await says('handing-waits', HERE);
    line.cutAt('/cancel/submit', 'after');
    line.mend();
    await says('handing-waits', PERHAPS);
    await expect.poll(() => line.isCut(), TIMEOUT).toBe(true);
    line.mend();
    await row.and(user.page.locator('[data-state="cancelling"]')).waitFor();
    await sent(stage, outpoint);
    await user.sees('handing-waits').waitFor({ state: 'detached' });
    await stage.world.mine();
    await row.waitFor({ state: 'detached' });
    expect(await orderOf(stage, id)).toMatchObject({ orderState: 3 });
  });
});

it('the dialogs of money are here before they are wanted, and come when the line is back otherwise', async () => {
  const fresh = await stage.user('unhurried', { line: line.address });
  const parts = (): Promise<string[]> =>
    fresh.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await askRow(fresh, idAt(2)).waitFor();
  line.cut();
  await fresh.page.keyboard.press('?');
  await fresh.page.waitForTimeout(2_000);
  line.mend();
  await fresh.sees('keys-dialog').waitFor();
  await fresh.page.keyboard.press('Escape');
  await expect.poll(async () => (await parts()).some((name) => /ActDialogs/.test(name)), TIMEOUT).toBe(true);
  await fresh.close();
});
