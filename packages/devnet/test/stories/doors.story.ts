/** The ways in: the demo wallet off every button, connecting and logging in as one flow, and what is refused on the way. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { openMarket } from './support/market.ts';
import { loggedIn, openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await openMarket(stage, [30_000n, 31_000n]);
});
afterAll(() => stage.close());

const SIZES = [
  { size: '1440', width: 1440, height: 900 },
  { size: '390', width: 390, height: 844 },
];

/** What of the page lies under the demo wallet: everything that can be pressed or typed into. */
async function underTheWallet(page: Page): Promise<string[]> {
  const pill = await page.getByTestId('demo-pill').boundingBox();
  if (pill === null) throw new Error('there is no demo wallet');
  return page.evaluate(({ x, y, width, height }) => {
    const covers = (box: DOMRect): boolean =>
      box.width > 0 && box.left < x + width && box.right > x && box.top < y + height && box.bottom > y;
    return [...document.querySelectorAll('#root :is(a, button, input, [role="option"])')]
      .filter((element) => covers(element.getBoundingClientRect()))
      .map((element) => element.outerHTML.slice(0, 80));
  }, pill);
}

describe.each(SIZES)('the demo wallet at $size px', ({ size, width, height }) => {
  let user: User;
  beforeAll(async () => {
    user = await stage.user(`dock-${size}`, { width, height });
    await user.page.getByTestId('ask-row').first().waitFor();
  });
  afterAll(() => user.close());

  it('lies on nothing one can press, at the top and scrolled down, in every part of the screen', async () => {
    const { page } = user;
    for (const view of ['book', 'trade', 'orders']) {
      if (width < 1_000) await page.getByTestId(`view-${view}`).click();
      for (const y of [0, 10_000]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        expect(await underTheWallet(page), `${view} at ${y}`).toEqual([]);
      }
    }
    await page.evaluate(() => scrollTo(0, 0));
    await user.shot(`doors-dock-${size}`);
  });

  it('closes when one presses elsewhere, and after a choice', async () => {
    const panel = user.sees('demo-panel');
    await user.sees('demo-pill').click();
    await panel.waitFor();
    await user.shot(`doors-demo-panel-${size}`);
    await user.page.mouse.click(20, height / 2);
    await panel.waitFor({ state: 'hidden' });
    await user.sees('demo-pill').click();
    await user.sees('demo-account-1').check();
    await panel.waitFor({ state: 'hidden' });
    expect(await user.sees('demo-pill').getAttribute('aria-expanded')).toBe('false');
  });
});

it('connecting logs in; a log-in refused leaves one button, and the forms keep their acts', async () => {
  const user = await stage.user('newcomer');
  const { page } = user;
  await user.sees('connect-button').first().click();
  await user.sees('wallet-demo').click();
  await user.approve();
  // The second pop-up comes by itself, and nothing on the page asks for it.
  await user.sees('demo-approval').getByText('Sign a message').waitFor();
  expect(await user.sees('authorize-button').count()).toBe(0);
  await user.sees('logging-in').waitFor();
  await user.reject();
  await user.sees('authorize-button').waitFor();
  expect(await page.getByText('Authorize', { exact: true }).count()).toBe(1);
  await user.shot('doors-refused-1440');
  expect(await violations(page)).toEqual([]);
  await user.sees('authorize-button').click();
  await user.approve();
  await loggedIn(page);
  await user.close();
});

describe.each(SIZES)('all markets at $size px', ({ size, width, height }) => {
  let user: User;
  beforeAll(async () => {
    user = await stage.user(`browser-${size}`, { width, height });
    await user.page.getByTestId('ask-row').first().waitFor();
  });
  afterAll(() => user.close());
  const pathNow = () => new URL(user.page.url()).pathname;

  it('are reached from the name of the pair, from the palette and from the foot of the page', async () => {
    const { page } = user;
    await user.sees('token-picker').click();
    await user.sees('token-option').first().waitFor();
    await user.shot(`doors-picker-${size}`);
    expect(await violations(page)).toEqual([]);
    await user.sees('all-markets').click();
    await expect.poll(pathNow).toBe('/markets');
    await user.sees('market-row').first().waitFor();
    await user.shot(`doors-markets-${size}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await user.sees('market-row').first().click();
    await expect.poll(pathNow).toBe('/orderbook/brc20/btc-opal');
    await user.sees('ask-row').first().waitFor();
    await user.sees('footer-markets').click();
    await expect.poll(pathNow).toBe('/markets');
    await page.keyboard.press('Control+k');
    await user.sees('palette-input').fill('changelog');
    await page.keyboard.press('Enter');
    await expect.poll(pathNow).toBe('/changelog');
    await page.keyboard.press('Control+k');
    await user.sees('palette-input').fill('markets');
    await page.keyboard.press('Enter');
    await expect.poll(pathNow).toBe('/markets');
  });

  it('have stars that stay', async () => {
    await user.sees('star').first().click();
    await user.page.reload();
    await user.sees('market-row').first().waitFor();
    expect(await user.sees('star').first().getAttribute('aria-pressed')).toBe('true');
  });
});

it.each(SIZES)('wallets have their marks, and what is not installed says so, at $size px', async (look) => {
  const user = await stage.user(`marks-${look.size}`, look);
  const { page } = user;
  await user.sees('connect-button').first().click();
  await user.sees('connect-dialog').waitFor();
  await user.shot(`doors-wallets-${look.size}`);
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => user.sees('wallet-unisat').innerText()).toContain('Install');
  await user.sees('wallet-unisat').click();
  // At once, and once: no waiting for what is not there, and no toast with the same words.
  await user.sees('wallet-missing').waitFor({ timeout: 1_000 });
  expect(await user.sees('toast').count()).toBe(0);
  await user.close();
});

it('fee plans have their times, and the header shows no refused rate', async () => {
  const user = await stage.user('feed-up');
  await user.sees('fee-plan').click();
  for (const plan of ['Eco', 'Slow', 'Avg', 'Fast'])
    await expect.poll(() => user.sees(`time-${plan}`).innerText()).toMatch(/1 h|min/);
  await user.sees('custom-rate').fill('99999');
  await expect.poll(() => user.sees('fee-plan').innerText()).toMatch(/Custom\s*—/);
  await user.shot('doors-fees-1440');
  expect(await violations(user.page)).toEqual([]);
  await user.page.keyboard.press('Escape');
  await user.page.keyboard.press('?');
  await user.sees('keys-dialog').waitFor();
  await user.shot('doors-keys-1440');
  const box = await user.sees('keys-dialog').boundingBox();
  expect(box?.height).toBeLessThan(800);
  await user.page.keyboard.press('Escape');
  await user.sees('logo-menu').click();
  await user.shot('doors-logo-menu-1440');
  expect(await violations(user.page)).toEqual([]);
  await user.close();
});
