/** The chart: words before the first trade, candles that move with sales by themselves, depth, and the same as tables. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { TICK, openMarket, orderOf } from './support/market.ts';
import type { Market } from './support/market.ts';
import { openStage } from './support/stage.ts';
import type { Stage, User } from './support/stage.ts';

let stage: Stage;
let market: Market;
let database: pg.Client;

beforeAll(async () => {
  stage = await openStage();
  market = await openMarket(stage, [30_000n, 31_500n, 36_000n, 3_000_000n]);
  database = new pg.Client({ connectionString: stage.world.database.ownerUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await stage.close();
});

/** A sale as the follower writes one, each in a block of its own: the last is the one of the highest block. */
async function sale(id: string): Promise<string> {
  await database.query(
    `with sold as (
       update orders set status = 'done', closed_at = now(), deal_txid = id, closed_height = 1 where id = $1 returning *
     ), filled as (
       insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee,
         fee_paid_by, buyer, seller, txid, height, at)
       select 'order', id, side, 'brc20', asset_id, tick, decimals, coin_amount, price, rate_e18, 0,
         '', taker_address, owner_address, id, (select coalesce(max(height), 0) + 1 from fills), now() from sold
     )
     select pg_notify('rialto_feed', json_build_object('t', 'order', 'id', id)::text) from sold`,
    [id],
  );
  return (await orderOf(stage, id)).coinRatePrice;
}

async function isClean(user: User): Promise<void> {
  expect(await violations(user.page)).toEqual([]);
}

it('draws what was traded and what is for sale', async () => {
  const user = await stage.user('reader', { path: `/orderbook/brc20/btc-${TICK}` });
  const chart = user.sees('chart');
  await chart.getByText('No trades yet').waitFor();
  const candles = user.sees('candles');
  for (const id of market.orders.slice(0, 2)) {
    const price = await sale(id);
    await expect.poll(() => candles.getAttribute('data-last'), { timeout: 20_000 }).toBe(price);
    await expect.poll(() => user.sees('chart-legend').innerText()).toContain(price);
  }
  expect(await candles.locator('canvas').count()).toBeGreaterThan(0);
  expect(await candles.getAttribute('data-kind'), 'two candles are an empty hall').toBe('trades');
  await user.page.getByText('Since listing').waitFor();
  await chart.getByText('Chart by TradingView').waitFor();
  await isClean(user);
  for (const interval of ['15m', '4h', '1d', '1h', '1w']) {
    await user.sees(`chart-${interval}`).click();
    await chart.locator(`[data-testid="chart-${interval}"][aria-pressed="true"]`).waitFor();
    await candles.waitFor();
  }
  await expect.poll(() => user.sees('chart-legend').innerText()).toContain('2 trades');
  await user.sees('chart-table').click();
  await expect.poll(() => chart.locator('tbody tr').count()).toBe(1);
  await isClean(user);
  await user.sees('chart-depth').click();
  await expect
    .poll(() => chart.locator('tbody tr').first().innerText())
    .toMatch(/^36\s+Ask\s+1,000\s+0\.00036\s+1$/);
  await user.sees('chart-table').click();
  await user.sees('depth').waitFor();
  await expect
    .poll(() => user.sees('depth-legend').innerText())
    .toContain('1 order is far from the best price.');
  await isClean(user);
  await user.close();
});

/** Sales of a week ago and more, so many hours apart. */
async function olderSales(count: number, hours: number): Promise<void> {
  await database.query(
    `insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee,
       fee_paid_by, buyer, seller, txid, height, at)
     select kind, reference || n, side, market, asset_id, tick, decimals, amount, sats + n * 10, rate_e18, 0,
       '', buyer, seller, txid || n, 0, now() - interval '1 hour' * n * $2::int
     from (select * from fills order by height limit 1) as first, generate_series(1, $1::int) as n`,
    [count, hours],
  );
}

it('begins with the finest interval that has twenty candles, and keeps its place whatever the legend says', async () => {
  await olderSales(60, 5);
  // The lists that are ready are told of a sale.
  await sale(market.orders[2] ?? '');
  const user = await stage.user('later', { path: `/orderbook/brc20/btc-${TICK}` });
  const chart = user.sees('chart');
  await chart.locator('[data-testid="chart-1h"][aria-pressed="true"]').waitFor();
  await user.sees('candles').waitFor();
  const [legend, picture] = [user.sees('chart-legend'), user.sees('candles')];
  const box = async () => (await picture.boundingBox()) ?? { y: -1, height: -1 };
  const before = await box();
  await legend.evaluate((place) => {
    place.firstElementChild?.append('1,234,567.8901 '.repeat(20));
  });
  expect(await box()).toEqual(before);
  await user.close();
});
