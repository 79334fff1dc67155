/** Who is let in: visitors from CN, maintenance; what is told meanwhile: notifications, prices that are missing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRow, buy, fill, openMarket, reaches } from './support/market.ts';
import type { Market } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

const pathOf = (user: User) => new URL(user.page.url()).pathname;

let stage: Stage;
let market: Market;

beforeAll(async () => {
  stage = await openStage({ PROXY_HOPS: '1', GEO_HEADER: 'X-Country' });
  market = await openMarket(stage, [30_000n, 31_000n, 32_000n]);
});
afterAll(() => stage.close());

describe('an exchange behind a proxy that names countries', () => {
  it('is not shown to visitors from CN, whatever their page remembers', async () => {
    const user = await stage.user('visitor');
    const { page } = user;
    await askRow(user, market.orders[0] ?? '').waitFor();
    const pass = () => page.evaluate(() => localStorage.getItem('geo-pass'));
    // Without the header of the proxy the country is unknown: no pass is remembered, and the next visit asks again.
    const asked = page.waitForResponse(/\/api\/geo$/);
    await page.reload();
    await asked;
    await askRow(user, market.orders[0] ?? '').waitFor();
    expect(await pass()).toBeNull();
    for (const remembers of [true, false]) {
      await page.setExtraHTTPHeaders({ 'x-country': 'CN' });
      if (remembers) await page.evaluate(() => localStorage.setItem('geo-pass', '1'));
      else await page.evaluate(() => localStorage.removeItem('geo-pass'));
      await page.goto(`${stage.world.origin}/orderbook/brc20`);
      await page.getByTestId('not-available').waitFor();
      expect(await page.getByTestId('connect-button').count()).toBe(0);
      if (!remembers) await expect.poll(() => pathOf(user)).toBe('/not-available');
    }
    await page.setExtraHTTPHeaders({ 'x-country': 'CH' });
    await page.goto(`${stage.world.origin}/orderbook/brc20`);
    await askRow(user, market.orders[0] ?? '').waitFor();
    await expect.poll(pass).toBe('1');
    await user.close();
  });

  it('is shown while nobody answers where the visitor is, what the operator chose, or what bitcoin costs', async () => {
    const user = await stage.user('unlucky', { path: '/not-available' });
    const { page } = user;
    const asked: string[] = [];
    await page.route(/\/api\/(?:geo|book\/common\/(?:config|rate))/, async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await route.fulfill({ status: 500, body: 'broken' });
    });
    await page.goto(`${stage.world.origin}/orderbook/brc20`);
    await askRow(user, market.orders[0] ?? '').waitFor();
    expect(pathOf(user)).toMatch(/^\/orderbook\/brc20/);
    expect(asked).toEqual(expect.arrayContaining(['/api/geo', '/api/book/common/config']));
    expect(await page.getByText('≈ $').count()).toBe(0);
    await user.close();
  });

  it('tells a buyer of a finished order until it has been read', async () => {
    const user = await stage.user('buyer');
    const { page } = user;
    await user.enter();
    await fill(stage, user);
    await buy(user, [market.orders[0] ?? '']);
    await reaches(user, 'seen');
    await stage.world.mine();
    await reaches(user, 'confirmed');
    await expect.poll(() => page.getByTestId('notifications').innerText()).toMatch(/1 new/);
    await page.getByTestId('notifications').click();
    const line = page.getByTestId('notification-3');
    await expect.poll(() => line.innerText()).toMatch(/Bought 1,000 opal for [0-9,]+ sat/);
    await user.shot('frame-notifications-1440');
    await line.click();
    // It leads to its transaction, and is read.
    await page.waitForURL(/\/tx\/[0-9a-f]{64}$/);
    await user.sees('transaction').waitFor();
    await expect.poll(() => page.getByTestId('notifications').innerText()).toMatch(/0 new/);

    await page.goto(`${stage.world.origin}/orderbook/brc20`);
    await buy(user, [market.orders[1] ?? '']);
    await reaches(user, 'seen');
    await stage.world.mine();
    await expect.poll(() => page.getByTestId('notifications').innerText()).toMatch(/1 new/);
    await page.getByTestId('notifications').click();
    await page.getByTestId('read-all').click();
    await page.getByTestId('read-all').waitFor({ state: 'detached' });
    // What was read is history.
    expect(await page.getByTestId('notification-3').count()).toBe(2);
    await page.reload();
    await expect.poll(() => page.getByTestId('notifications').innerText()).toMatch(/0 new/);
    await user.close();
  });

  it('copies the address of the account', async () => {
    const user = await stage.user('copier');
    const { page } = user;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await user.enter();
    await page.getByTestId('account-menu').click();
    await page.getByTestId('copy-address').click();
    await page.getByText('Address copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await user.address());
    await user.close();
  });
});

describe('an exchange under maintenance', () => {
  it('hides every page, keeps its address, and gives it back by itself', async () => {
    const { server, serverEnvironment } = stage.world.exchange;
    await server.restart({ ...serverEnvironment, MAINTENANCE: '1' });
    await stage.world.exchange.ready();
    const user = await stage.user('early');
    for (const path of ['/', '/changelog', '/orderbook/brc20/btc-opal']) {
      await user.page.goto(`${stage.world.origin}${path}`);
      await user.page.getByTestId('maintaining').waitFor();
      expect(pathOf(user)).toBe(path);
      await expect
        .poll(() => user.page.getByTestId('maintaining-since').innerText())
        .toMatch(/^Since .*[0-9]/);
    }
    expect(await user.page.title()).toBe('Maintenance · Rialto');
    await user.page.goto(`${stage.world.origin}/orderbook/brc20/btc-opal`);
    await user.page.getByTestId('maintaining').waitFor();
    await user.shot('frame-maintenance-1440');
    await server.restart(serverEnvironment);
    await stage.world.exchange.ready();
    await askRow(user, market.orders[2] ?? '').waitFor();
    expect(pathOf(user)).toBe('/orderbook/brc20/btc-opal');
    await user.close();
  });
});
