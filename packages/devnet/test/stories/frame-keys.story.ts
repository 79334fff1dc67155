/** The page by keyboard: the palette, keys that lead, focus that stays inside a dialog and comes back; and the theme before the first paint. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMarket } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let user: User;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  await openMarket(stage, [30_000n, 31_000n]);
  user = await stage.user('typist');
  page = user.page;
});
afterAll(async () => {
  await user.close();
  await stage.close();
});

const home = async (): Promise<void> => {
  await page.goto(`${stage.world.origin}/orderbook/brc20`);
  await page.getByTestId('ask-row').first().waitFor();
};
const pathNow = () => new URL(page.url()).pathname + new URL(page.url()).search;
const options = () => page.getByTestId('palette-option').allTextContents();
const ask = async (words: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill(words);
};

it('the palette finds pairs, screens and settings, and looks at an address or a transaction', async () => {
  await home();
  await ask('opal');
  await expect.poll(options).toEqual([expect.stringMatching(/^opal \/ BTCBRC-20/)]);
  await page.keyboard.press('Enter');
  await expect.poll(pathNow).toBe('/orderbook/brc20/btc-opal');
  await ask('chang');
  await page.keyboard.press('Enter');
  await expect.poll(pathNow).toBe('/changelog');
  await ask('theme light');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  await ask('gas');
  await page.keyboard.press('Enter');
  await page.getByTestId('fee-dialog').waitFor();
  await page.keyboard.press('Escape');
  const { address } = stage.world.trader('maker', 'p2tr');
  await ask(address);
  await page.keyboard.press('Enter');
  await expect.poll(pathNow).toBe(`/dev?address=${address}`);
  await ask('ab'.repeat(32));
  await expect.poll(options).toEqual([expect.stringMatching(/^Transaction abab/)]);
  await page.getByTestId('palette-input').fill('no such thing');
  await page.getByText('No results').waitFor();
  await page.keyboard.press('Escape');
});

it('the chosen theme is there before the page has run', async () => {
  const early = await stage.user('early');
  const sheet = early.page;
  await sheet.route('**/assets/*.js', (route) => route.abort());
  const ground = () => sheet.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const opened = async (theme: string): Promise<void> => {
    await sheet.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await sheet.reload();
  };
  const [light, dark] = ['rgb(237, 240, 245)', 'rgb(10, 13, 19)'];
  await opened('light');
  expect(await ground()).toBe(light);
  await opened('dark');
  expect(await ground()).toBe(dark);
  for (const [colorScheme, seen] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    await sheet.emulateMedia({ colorScheme });
    await opened('system');
    expect(await ground()).toBe(seen);
  }
  await early.close();
});

it('keys lead, are listed, and can be switched off', async () => {
  await home();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect.poll(pathNow).toBe('/changelog');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.getByTestId('ask-row').first().waitFor();
  // The book's first pair gets its name in the address.
  await expect.poll(pathNow).toBe('/orderbook/brc20/btc-opal');
  await page.keyboard.press('/');
  await page.getByTestId('token-dialog').waitFor();
  // Typed into a field a letter is a letter.
  await page.keyboard.type('gc?');
  expect(pathNow()).toBe('/orderbook/brc20/btc-opal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const list = page.getByTestId('keys-dialog');
  for (const words of ['Select token', 'Move through the book', 'Search and commands', 'Changelog'])
    await list.getByText(words, { exact: true }).waitFor();
  await page.getByTestId('single-keys').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  expect(await list.count()).toBe(0);
  expect(pathNow()).toBe('/orderbook/brc20/btc-opal');
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => localStorage.removeItem('single-keys'));
});

const DIALOGS = [
  ['fee-plan', 'fee-dialog'],
  ['connect-button', 'connect-dialog'],
  ['token-picker', 'token-dialog'],
] as const;

it.each(DIALOGS)('%s: the focus stays in its dialog and comes back', async (button, dialog) => {
  await home();
  await page.getByTestId(button).first().focus();
  await page.keyboard.press('Enter');
  await page.getByTestId(dialog).waitFor();
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab');
    // At its ends the focus goes through the browser's own bar: the page's body, never a thing behind.
    const where = await page.evaluate((id) => {
      const at = document.activeElement;
      return at === document.body || at?.closest(`[data-testid="${id}"]`) !== null;
    }, dialog);
    expect(where).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByTestId(dialog).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(button);
});

it('every stop of the focus is seen', async () => {
  await home();
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null,
  );
  const unseen: string[] = [];
  const stops = new Set<string>();
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at.id === 'rialto-demo-wallet') return undefined;
      const style = getComputedStyle(at);
      const around = at.parentElement === null ? undefined : getComputedStyle(at.parentElement);
      const seen = style.outlineStyle !== 'none' || around?.borderColor === 'rgb(245, 168, 51)';
      return { what: at.outerHTML.slice(0, 90), seen };
    });
    if (stop === undefined) continue;
    stops.add(stop.what);
    if (!stop.seen) unseen.push(stop.what);
  }
  expect(stops.size).toBeGreaterThan(15);
  expect(unseen).toEqual([]);
});

it('the light tells when the feed is gone, and that it is back', async () => {
  await home();
  const state = () => page.getByTestId('feed-light').getAttribute('data-state');
  await expect.poll(state).toBe('live');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect.poll(state).toBe('off');
  await page.route('**/api/feed*', (route) => route.abort());
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect.poll(state).toBe('lost');
  await page.getByTestId('feed-lost').waitFor();
  await page.unroute('**/api/feed*');
  await page.reload();
  await expect.poll(state).toBe('live');
  expect(await page.getByTestId('feed-lost').count()).toBe(0);
});
