/** The frame in the browser: every page with its title, redirects and guards, menus, settings, toasts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket } from './support/market.ts';
import { PAGES } from './support/pages.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let user: User;
let page: Page;

beforeAll(async () => {
  stage = await openStage();
  await openMarket(stage, [30_000n, 31_000n]);
  user = await stage.user('walker');
  page = user.page;
});
afterAll(async () => {
  await user.close();
  await stage.close();
});

const go = (path: string) => page.goto(`${stage.world.origin}${path}`);
const pathNow = () => new URL(page.url()).pathname + new URL(page.url()).search;

/** The first pair of a book is named in its address. */
const NAMED: Readonly<Record<string, string>> = { '/orderbook/brc20': '/orderbook/brc20/btc-opal' };

it.each(PAGES)('%s has its title and one heading', async (path, title) => {
  await go(path);
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.title()).toMatch(title);
  expect(await page.locator('h1').count()).toBe(1);
  await expect.poll(pathNow).toBe(NAMED[path] ?? path);
});

it('has less than 150 KiB of its own JavaScript on the first page, as it comes over the wire', async () => {
  const context = await stage.browser.newContext();
  const fresh = await context.newPage();
  const scripts = new Set<string>();
  fresh.on('response', (response) => {
    // The chart, in three files, and the pool's price, in two, are fetched once the book is there: they may be on their way by now.
    if (/\/assets\/(?!Panel-|Candles-|moments-|PoolPrice-|pools-).*\.js$/.test(response.url()))
      scripts.add(response.url());
  });
  await fresh.goto(`${stage.world.origin}/orderbook/brc20`);
  await fresh.getByTestId('ask-row').first().waitFor();
  await context.close();
  const sizes = await Promise.all([...scripts].map(gzipped));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(50 * 1024);
  expect(total).toBeLessThan(150 * 1024);
});

/** As many bytes as travel to a browser that takes gzip and nothing better. */
async function gzipped(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  return Number.parseInt(response.headers.get('content-length') ?? '', 10);
}

const REDIRECTS = [
  ['/swap', '/swap/brc20'],
  ['/pool?action=release', '/recover?action=release'],
  ['/whitelist', '/'],
  ['/add', '/swap-pools/brc20/add'],
  ['/maintaining', '/'],
] as const;

it.each(REDIRECTS)('%s leads to %s', async (from, to) => {
  await go(from);
  await expect.poll(pathNow).toBe(to);
});

describe('navigation', () => {
  it('has the groups of the specification on the desktop', async () => {
    await go('/');
    await page.getByTestId('nav-orderbook').click();
    await expect
      .poll(() => items())
      .toEqual(['MRC-20 (BTC)', 'BRC-20 (BTC)', 'ID-Coins (BTC)', 'Runes (BTC)']);
    await page.keyboard.press('Escape');
    await page.getByTestId('nav-swap').click();
    expect(await items()).toEqual(['BRC-20 (BTC)', 'Runes (BTC)', 'Pools', 'Ticket (MVC)', 'MRC-20 (MVC)']);
    await page.getByTestId('nav-swap-runes').click();
    await expect.poll(pathNow).toBe('/swap/runes');
    await page.getByTestId('nav-bridge').click();
    await expect.poll(pathNow).toBe('/bridge');
    await go('/leaderboard');
    expect(await page.getByTestId('nav-rewards').getAttribute('aria-current')).toBe('page');
  });

  it('is shorter on a small screen, without Rewards', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go('/');
    await page.getByTestId('mobile-menu').click();
    expect(await items()).toEqual([
      'MRC-20 (BTC)',
      'BRC-20 (BTC)',
      'ID-Coins (BTC)',
      'Runes (BTC)',
      'BRC-20 (BTC)',
      'Runes (BTC)',
      'Pools',
      'BTC and tokens',
    ]);
    expect(await page.getByTestId('nav-rewards').isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('keeps the settings of the logo menu under their keys', async () => {
    await go('/changelog');
    await page.getByTestId('logo-menu').click();
    expect(await items()).toEqual([
      'Home',
      'SearchCtrl K',
      'Keyboard shortcuts?',
      'UnitBTC',
      'Show $ Price',
      'Simplified Price',
      'ThemeDark',
      'English',
      '简体中文',
      'Recover',
      'Changelog',
      'API',
    ]);
    await page.getByText('Trades settle in').waitFor();
    for (const name of ['setting-unit', 'setting-fiat', 'setting-simplify'])
      await page.getByTestId(name).click();
    const stored = () =>
      page.evaluate(() =>
        ['use-btc-unit', 'show-fiat-price', 'simplify-price'].map((key) => localStorage.getItem(key)),
      );
    expect(await stored()).toEqual(['false', 'false', 'false']);
    for (const name of ['setting-unit', 'setting-fiat', 'setting-simplify'])
      await page.getByTestId(name).click();
    expect(await stored()).toEqual(['true', 'true', 'true']);
  });
});

async function items(): Promise<string[]> {
  await page.locator('[role^="menuitem"]').first().waitFor();
  const all = await page.locator('[role^="menuitem"]').all();
  return Promise.all(all.map(async (item) => (await item.textContent()) ?? ''));
}

describe('gas', () => {
  it('tells the level, keeps the plan and a custom rate as typed, and what is wrong with it', async () => {
    await go('/');
    await expect.poll(() => page.getByTestId('busy-dot').getAttribute('data-level')).toBe('Low');
    await expect.poll(() => page.getByTestId('fee-plan').innerText()).toMatch(/Avg\s*2/);
    await page.getByTestId('fee-plan').click();
    await expect.poll(() => page.getByTestId('busy-level').innerText()).toBe('Low');
    await page.getByTestId('plan-Fast').check();
    await page.getByTestId('custom-rate').fill('13');
    await expect.poll(() => page.getByTestId('custom-error').innerText()).toMatch(/four times/);
    await page.getByTestId('custom-rate').fill('5001');
    await expect.poll(() => page.getByTestId('custom-error').innerText()).toMatch(/5,000/);
    await page.getByTestId('custom-rate').fill('0.1');
    await expect.poll(() => page.getByTestId('custom-error').innerText()).toMatch(/Minimum 1 sat/);
    await page.getByTestId('custom-rate').fill('7.5');
    await page.getByTestId('custom-rate').pressSequentially('x');
    expect(await page.getByTestId('custom-rate').inputValue()).toBe('7.5');
    // 500 vB at 7.5 sat/vB.
    await page.getByText('0.0000375').waitFor();
    for (const noNumber of ['', '.']) {
      await page.getByTestId('custom-rate').fill(noNumber);
      expect(await page.evaluate(() => localStorage.getItem('customFeeb'))).toBe('7.5');
    }
    await page.getByTestId('custom-rate').fill('7.5');
    await page.keyboard.press('Escape');
    const stored = await page.evaluate(() => [
      localStorage.getItem('selectedFeebPlanTitle'),
      localStorage.getItem('customFeeb'),
    ]);
    expect(stored).toEqual(['Custom', '7.5']);
    await page.reload();
    await expect.poll(() => page.getByTestId('fee-plan').innerText()).toMatch(/Custom\s*7.5/);
    await page.getByTestId('fee-plan').click();
    await page.getByTestId('plan-Avg').check();
    await page.keyboard.press('Escape');
  });
});

describe('balances and the address', () => {
  it('shows what one has, what has its block, and what protects the rest', async () => {
    await go('/orderbook/brc20');
    await user.enter();
    await stage.world.fund({ address: await user.address() }, [2_000_000n, 1_000_000n]);
    await page.getByTestId('balances').click();
    await expect.poll(() => page.getByTestId('excluded-balance').innerText()).toMatch(/^0.03\s*BTC/);
    expect(await page.getByTestId('confirmed-ratio').getAttribute('data-tone')).toBe('high');
    await stage.world.chain.fundMany([{ address: await user.address(), sats: 4_000_000n }]);
    await stage.world.mine(0);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByTestId('balances').click();
    await expect.poll(() => page.getByTestId('confirmed-ratio').getAttribute('data-tone')).toBe('low');
    await page.getByText('Waiting for a block').click();
    await page.getByText('waits for its block').waitFor();
    await user.shot('frame-balances-1440');
    await stage.world.mine();
    await page.keyboard.press('Escape');
  });

  it('copies the address and leads to its transactions', async () => {
    await page.getByTestId('account-menu').click();
    expect(await items()).toEqual([
      'Copy Address',
      'My Txs on BTC',
      'My Txs on MVC',
      'Testnet Faucet',
      'Clear Account Cache',
      'Disconnect',
    ]);
    await page.getByTestId('btc-transactions').click();
    await page.getByTestId('address-coins').getByRole('link').first().click();
    await page.getByTestId('decoded').waitFor();
  });
});
