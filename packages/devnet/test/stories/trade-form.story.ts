/** The form of a trade in a real browser: its main button always in view, its keyboard path, and sums that agree with the wallet's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { typeLadder } from './support/bidding.ts';
import { askRow, fill, openMarket } from './support/market.ts';
import type { Market } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let market: Market;
let user: User;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n, 33_000n, 34_000n, 60_000n]);
  user = await stage.user('form', { account: 0 });
});
afterAll(async () => {
  await user.close();
  await stage.close();
});

it('somebody comes with money', async () => {
  await user.enter();
  await fill(stage, user);
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
];

describe.each(SIZES)('at $width × $height', ({ width, height }) => {
  beforeAll(() => user.page.setViewportSize({ width, height }));

  async function isInView(testId: string): Promise<void> {
    const place = user.sees(testId).first();
    await place.waitFor();
    const box = await place.boundingBox();
    expect(box?.y ?? -1, testId).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? height), testId).toBeLessThanOrEqual(height);
  }

  it('the total and the button of a purchase are in view, however much is chosen', async () => {
    await user.sees('buy-tab').first().click();
    await user.sees('by-lots').click();
    await isInView('buy-button');
    for (const id of market.orders) await askRow(user, id).click();
    for (const testId of ['impact-consent', 'true-cost', 'buy-button']) await isInView(testId);
    await user.shot(`form-buy-${height}`);
    expect(await violations(user.page)).toEqual([]);
    await user.page.keyboard.press('Escape');
    for (const means of ['by-amount', 'by-budget']) {
      await user.sees(means).click();
      await user.sees('share-100').click();
      for (const testId of ['true-cost', 'buy-button']) await isInView(testId);
      await user.shot(`form-${means}-${height}`);
    }
    await user.sees('by-lots').click();
  });

  it('so are those of a sale, with the form for a new lot open', async () => {
    await user.sees('sell-tab').first().click();
    await user.sees('price-input').first().fill('40');
    await isInView('place-order');
    await user.shot(`form-sell-${height}`);
    await user.sees('buy-tab').first().click();
  });
});

it('a budget in bitcoin, then Enter: the review, and the wallet names the sum the review said it would', async () => {
  await user.sees('by-budget').click();
  const budget = user.sees('sweep-budget');
  await budget.fill('0.0004 BTC');
  expect(await budget.inputValue()).toBe('40000');
  await budget.fill('0.0004');
  await user.page.getByText('= 40,000 sat').waitFor();
  await user.sees('true-cost').waitFor();
  await budget.press('Enter');
  const said = await user.sees('wallet-shows').innerText();
  await user.shot('form-review');
  expect(await violations(user.page)).toEqual([]);
  await user.sees('review-confirm').click();
  await user.sees('demo-approve').waitFor();
  const shown = await user.page.locator('.sum').first().innerText();
  const sum = /You pay\s+([0-9,]+) sat/.exec(shown)?.[1] ?? shown;
  expect(said).toContain(`Your wallet will show ${sum} sat`);
  await user.reject();
  await user.page.keyboard.press('Escape');
  await user.sees('review-dialog').waitFor({ state: 'detached' });
});

it('a ladder: what was added is in view above the total, and the wallet shows its seven transactions from the first', async () => {
  await user.page.setViewportSize({ width: 1440, height: 900 });
  await typeLadder(user, [
    ['20', '1000'],
    ['19', '1000'],
    ['18', '1000'],
  ]);
  const foot = await user.sees('form-foot').boundingBox();
  const rung = await user.sees('rung').last().boundingBox();
  expect((rung?.y ?? 900) + (rung?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await user.shot('form-ladder');
  await user.sees('bid-button').click();
  await user.sees('review-confirm').click();
  const dialog = user.sees('demo-approval');
  await dialog.waitFor();
  const contents = await user.sees('demo-contents').getByRole('listitem').allInnerTexts();
  expect(contents.map((line) => line.split('\n')[0])).toEqual([
    '1. Pays into 3 scripts',
    ...[2, 3, 4].map((at) => `${at}. Spends a coin of 1; others complete it`),
    ...[5, 6, 7].map((at) => `${at}. Spends a coin of 1, 144 blocks after it at the earliest`),
  ]);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await user.page.setViewportSize({ width, height });
    await user.shot(`wallet-ladder-${width}`);
    expect(await dialog.evaluate((one) => one.scrollTop)).toBe(0);
    const answer = await user.sees('demo-approve').boundingBox();
    expect((answer?.y ?? height) + (answer?.height ?? 0)).toBeLessThanOrEqual(height);
    expect(await user.sees('demo-leaves').isVisible()).toBe(true);
    expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  }
  await user.reject();
  await user.page.keyboard.press('Escape');
  await user.sees('review-dialog').waitFor({ state: 'detached' });
  await user.page.setViewportSize({ width: 1440, height: 900 });
  await user.sees('market-tab').click();
  await user.sees('by-lots').click();
});

it('on the phone no digit of money is cut off', async () => {
  await user.page.setViewportSize({ width: 390, height: 844 });
  await user.sees('view-book').click();
  const cut = await user.page.evaluate(() =>
    [...document.querySelectorAll('.num')]
      .filter((element) => element.getClientRects().length > 0)
      .filter(
        (element) =>
          getComputedStyle(element).textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth,
      )
      .map((element) => element.textContent),
  );
  expect(cut).toEqual([]);
});

it('on the phone rows are wide enough for a finger, the day is under the pair, and Buy in the bar opens the review', async () => {
  const row = user.sees('ask-row').first();
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  const day = user.sees('day-figures');
  expect(await day.getByText('24h volume').isVisible()).toBe(true);
  // Every figure is seen whole: none beside the screen, none cut off.
  const cut = await day.evaluate(({ children }) =>
    [...children]
      .filter(
        (one) => one.getBoundingClientRect().right > window.innerWidth || one.scrollWidth > one.clientWidth,
      )
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  await row.click();
  await user.sees('bar-buy').click();
  await user.sees('review-dialog').waitFor();
  await user.shot('form-bar-buy');
  await user.page.keyboard.press('Escape');
  await user.sees('review-dialog').waitFor({ state: 'detached' });
  expect(await violations(user.page)).toEqual([]);
  expect(await user.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
