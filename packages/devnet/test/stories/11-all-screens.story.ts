/** Every page and every dialog in both themes on both sizes: a picture in `screens/`, axe finds nothing, nothing is wider than the screen. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { available, fill, inscribeLot, openMarket } from './support/market.ts';
import { PAGES } from './support/pages.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const folder = resolve(import.meta.dirname, '../../../../screens');
const MINUTES = 60_000;
const SIZES = [
  { size: '1440', width: 1440, height: 900 },
  { size: '390', width: 390, height: 844 },
];
const ALL = (['dark', 'light'] as const).flatMap((theme) => SIZES.map((size) => ({ theme, ...size })));
type Look = (typeof ALL)[number];
/** Asked for by name (`npm run e2e -- screens`) all four; among the other stories each theme and each size once. */
const LOOKS =
  process.env['EVERY_LOOK'] === '1'
    ? ALL
    : ALL.filter(({ theme, size }) => (theme === 'dark') === (size === '1440'));

let stage: Stage;
/** Somebody with coins, tokens, an open order, and a trade behind them. */
let owner: User;
/** Somebody who just looks. */
let guest: User;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  stage = await openStage();
  const prices = Array.from({ length: 14 }, (_, at) => 30_000n + BigInt(at * at) * 137n);
  await openMarket(stage, prices);
  guest = await stage.user('guest');
  owner = await stage.user('owner', { account: 0 });
}, 4 * MINUTES);
afterAll(async () => {
  await owner.close();
  await guest.close();
  await stage.close();
});

it('somebody has coins, a token and an open order to show', async () => {
  await owner.enter();
  await owner.sees('faucet-button').first().click();
  await expect.poll(() => available(owner), { timeout: 20_000 }).toBeGreaterThan(0);
  await fill(stage, owner);
  await sell(owner);
});

async function sell(user: User): Promise<void> {
  await user.sees('sell-tab').first().click();
  await inscribeLot(stage, user, '300');
  const lot = user.page.locator('[data-testid="transfer-option"][data-state="ready"]');
  await lot.getByRole('checkbox').check();
  await user.sees('price-input').first().fill('100');
  await user.sees('place-order').click();
  await user.sees('review-confirm').click();
  await user.approve();
  await user.sees('open-order-row').first().waitFor();
}

async function dress({ page }: User, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
}

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${stage.world.origin}${path}`);
  await page.locator('h1').first().waitFor();
};

/** Takes the picture and lists what is wrong with what it shows. */
async function checked(page: Page, { theme, size }: Look, name: string): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(() => page.locator('main .animate-breathe, dialog .animate-breathe').count()).toBe(0);
  await page.screenshot({ path: resolve(folder, `${name}-${size}-${theme}.png`) });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  const found = [...(await violations(page)), ...(wide ? ['wider than the screen'] : [])];
  return found.map((fault) => `${name}: ${fault}`);
}

const nameOf = (path: string): string => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));

/** How each dialog or list is opened, and what shows that it is. */
interface Opening {
  readonly name: string;
  readonly who: 'owner' | 'guest';
  readonly shown: string;
  readonly open: (page: Page, look: Look) => Promise<void>;
  /** Some have their place on one size only. */
  readonly only?: string;
}

const click = (testId: string) => (page: Page) => page.getByTestId(testId).first().click();
const narrow = (look: Look): boolean => look.size === '390';
const view = async (page: Page, look: Look, part: string): Promise<void> => {
  if (narrow(look)) await page.getByTestId(`view-${part}`).click();
};
const viaPalette = (words: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-input').fill(words);
  await page.keyboard.press('Enter');
};

const OPENINGS: readonly Opening[] = [
  { name: 'connect', who: 'guest', shown: 'connect-dialog', open: click('connect-button') },
  {
    name: 'wallet-missing',
    who: 'guest',
    shown: 'wallet-missing',
    open: async (page) => {
      await click('connect-button')(page);
      await click('wallet-unisat')(page);
    },
  },
  { name: 'palette', who: 'guest', shown: 'palette', open: (page) => page.keyboard.press('Control+k') },
  { name: 'keys', who: 'guest', shown: 'keys-dialog', open: (page) => page.keyboard.press('?') },
  { name: 'tokens', who: 'guest', shown: 'token-dialog', open: (page) => page.keyboard.press('/') },
  { name: 'gas', who: 'guest', shown: 'fee-dialog', open: click('fee-plan') },
  { name: 'logo-menu', who: 'guest', shown: 'setting-theme', open: click('logo-menu') },
  {
    name: 'orderbook-menu',
    who: 'guest',
    shown: 'nav-orderbook-brc20',
    open: click('nav-orderbook'),
    only: '1440',
  },
  {
    name: 'mobile-menu',
    who: 'guest',
    shown: 'nav-orderbook-brc20',
    open: click('mobile-menu'),
    only: '390',
  },
  {
    name: 'trade',
    who: 'guest',
    shown: 'buy-button',
    open: (page, look) => view(page, look, 'trade'),
    only: '390',
  },
  { name: 'account-menu', who: 'owner', shown: 'copy-address', open: click('account-menu') },
  { name: 'balances', who: 'owner', shown: 'balances-dialog', open: viaPalette('balances') },
  { name: 'portfolio', who: 'owner', shown: 'holding-row', open: viaPalette('portfolio') },
  { name: 'notifications', who: 'owner', shown: 'notification-list', open: click('notifications') },
  {
    name: 'toast',
    who: 'owner',
    shown: 'toast',
    open: async (page) => {
      await click('account-menu')(page);
      await click('testnet-faucet')(page);
    },
  },
  {
    name: 'buy-review',
    who: 'owner',
    shown: 'review-confirm',
    open: async (page, look) => {
      await page.getByTestId('ask-row').first().waitFor();
      await view(page, look, 'trade');
      await click('best-3')(page);
      await click('buy-button')(page);
    },
  },
  {
    name: 'buy-over-the-ask',
    who: 'owner',
    shown: 'impact',
    open: async (page, look) => {
      await page.getByTestId('ask-row').first().waitFor();
      await view(page, look, 'trade');
      await click('best-10')(page);
    },
  },
  {
    name: 'sell',
    who: 'owner',
    shown: 'price-input',
    open: async (page, look) => {
      await view(page, look, 'trade');
      await click('sell-tab')(page);
    },
  },
  {
    name: 'my-orders',
    who: 'owner',
    shown: 'open-order-row',
    open: (page, look) => view(page, look, 'orders'),
  },
  {
    name: 'cancel',
    who: 'owner',
    shown: 'soft-cancel',
    open: async (page, look) => {
      await view(page, look, 'orders');
      await click('cancel-order')(page);
    },
  },
];

describe.each(LOOKS)('$theme at $size px', (look) => {
  it(
    'every page',
    async () => {
      await dress(guest, look);
      const errors: string[] = [];
      for (const [path] of PAGES) {
        await go(guest.page, path);
        errors.push(...(await checked(guest.page, look, nameOf(path))));
      }
      expect(errors).toEqual([]);
    },
    5 * MINUTES,
  );

  it(
    'every dialog, menu and part',
    async () => {
      await dress(guest, look);
      await dress(owner, look);
      const errors: string[] = [];
      for (const { name, who, shown, open } of OPENINGS.filter(
        ({ only = look.size }) => only === look.size,
      )) {
        const { page } = who === 'owner' ? owner : guest;
        await go(page, '/orderbook/brc20');
        await page.getByTestId('ask-row').first().waitFor();
        await open(page, look);
        await page.getByTestId(shown).first().waitFor();
        errors.push(...(await checked(page, look, name)));
      }
      expect(errors).toEqual([]);
    },
    5 * MINUTES,
  );

  it('what is shown when the exchange does not answer', async () => {
    const { page } = guest;
    await dress(guest, look);
    await page.route('**/api/health*', (route) => route.abort());
    await page.goto(`${stage.world.origin}/`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const errors = await checked(page, look, 'unanswered');
    await page.unroute('**/api/health*');
    expect(errors).toEqual([]);
  });
});
