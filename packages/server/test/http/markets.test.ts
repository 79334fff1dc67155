/** All markets in one list: of every book, with their figures, chosen, sorted and in pages; on the real node. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { QueryOf } from '@rialto/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeBid } from '../bids/bidder.ts';
import { inDatabase } from '../own/own-stage.ts';
import { refusalOf, testWorld } from '../world.ts';

const net = 'regtest';
let world: World;
let seller: Trader;

beforeAll(async () => {
  world = await testWorld();
  seller = world.trader('seller', 'p2tr');
  await world.tokenIn('brc20', 'pepe', [{ who: seller, amount: '1000' }]);
  await world.tokenIn('mrc20', 'IVY', [
    { who: seller, amount: '100' },
    { who: seller, amount: '200' },
  ]);
  await world.tokenIn('mrc20', 'ASH', [{ who: seller, amount: '7' }]);
  await world.tokenIn('idcoin', 'OWL', [{ who: seller, amount: '50' }]);
  await world.stockPads();
  await seller.login();
  for (const [book, tick, amount, price] of [
    ['brc20', 'pepe', '1000', 30_000n],
    ['mrc20', 'IVY', '100', 20_000n],
    ['mrc20', 'IVY', '200', 60_000n],
  ] as const) {
    const lot = (await seller.at(book).lots(tick)).find((one) => one.amount === amount);
    if (lot === undefined) throw new Error(`the seller has no lot of ${amount} ${tick}`);
    await seller.at(book).ask(lot, tick, price);
  }
});
afterAll(() => world.stop());

const markets = (query: Omit<QueryOf<'markets'>, 'net'> = {}) =>
  callApi(world.origin, 'markets', { query: { net, ...query } });
const ticksOf = async (query: Omit<QueryOf<'markets'>, 'net'>): Promise<string[]> =>
  (await markets(query)).list.map(({ tick }) => tick);

/** The list of all is made again every four seconds. */
const aListLater = (): Promise<unknown> => new Promise((wake) => setTimeout(wake, 4_100));

it('has every token of the three books, the traded ones with their figures', async () => {
  const { list, total } = await markets();
  expect(total).toBe(4);
  expect(list.map(({ book, tick, openOrders }) => [book, tick, openOrders])).toEqual([
    ['mrc20', 'IVY', 2],
    ['brc20', 'pepe', 1],
    ['mrc20', 'ASH', 0],
    ['idcoin', 'OWL', 0],
  ]);
  expect(list[1]).toMatchObject({ floorPrice: '30', lastPrice: '0', volume24h: '0', trades24h: 0 });
  expect(list[1]?.deployId).toMatch(/^[0-9a-f]{64}i0$/);
  expect(list[1]).not.toHaveProperty('change24h');
});

it('is chosen by book, by a part of the tick, by a deploy, by asset', async () => {
  expect(await ticksOf({ book: 'mrc20' })).toEqual(['IVY', 'ASH']);
  expect(await ticksOf({ search: 'eP' })).toEqual(['pepe']);
  const [ivy] = (await markets({ search: 'ivy' })).list;
  expect(await ticksOf({ search: ivy?.deployId ?? '' })).toEqual(['IVY']);
  expect(await ticksOf({ assetIds: ivy?.assetId ?? '' })).toEqual(['IVY']);
  expect(await ticksOf({ assetIds: '' })).toEqual([]);
  expect(await ticksOf({ search: 'pepe', book: 'idcoin' })).toEqual([]);
});

it('is sorted either way, those without the number last', async () => {
  expect(await ticksOf({ sortKey: 'floor', sortType: '1' })).toEqual(['pepe', 'IVY', 'ASH', 'OWL']);
  expect(await ticksOf({ sortKey: 'floor', sortType: '-1' })).toEqual(['IVY', 'pepe', 'ASH', 'OWL']);
  expect((await ticksOf({ sortKey: 'listed', sortType: '1' })).at(-1)).toBe('IVY');
});

it('comes in pages', async () => {
  const first = await markets({ size: '3' });
  expect([first.list.length, first.total, first.nextCursor]).toEqual([3, 4, '3']);
  const last = await markets({ size: '3', cursor: '3' });
  expect([last.list.map(({ tick }) => tick), last.nextCursor]).toEqual([['OWL'], undefined]);
});

it('finds a token by its asset that is neither for sale nor among the most used', async () => {
  await world.tokenIn('brc20', 'opal', [{ who: seller, amount: '5' }]);
  // 300 others that are used more than any of ours.
  await inDatabase(
    world,
    `insert into token select (jsonb_populate_record(t, jsonb_build_object(
        'asset', 'brc20:busy' || n, 'tick', 'busy' || n, 'display', 'busy' || n, 'operations', 1000))).*
      from token t, generate_series(1, 300) n where t.display = 'opal'`,
  );
  try {
    const [opal] = (await markets({ search: 'opal' })).list;
    await aListLater();
    expect((await markets({ search: 'busy', size: '1' })).total).toBe(300);
    expect(await ticksOf({ assetIds: `${opal?.assetId},brc20:none,nul\0` })).toEqual(['opal']);
    expect(await ticksOf({ assetIds: opal?.assetId ?? '', search: 'pepe' })).toEqual([]);
    expect(await ticksOf({ assetIds: opal?.assetId ?? '', book: 'mrc20' })).toEqual([]);
  } finally {
    await inDatabase(world, `delete from token where asset like 'brc20:busy%'`);
  }
}, 30_000);

it('says the change of a token that is new since its first sale, as its own page does', async () => {
  const [ivy] = (await markets({ search: 'ivy' })).list;
  const { assetId = '' } = ivy ?? {};
  await inDatabase(
    world,
    `insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee, fee_paid_by,
        buyer, seller, txid, height, at)
      select 'order', 'sale' || n, 'ask', 'mrc20', $1, 'IVY', 8, 1, 10000, n * 1000000000000000000, 0, '',
        'buyer', 'seller', 'tx' || n, n, now() - interval '1 hour' from generate_series(2, 3) n`,
    [assetId],
  );
  try {
    await aListLater();
    const query = { net, assetId } as const;
    const [told] = (await callApi(world.origin, 'tickers', { params: { book: 'mrc20' }, query })).results;
    const here = (await markets({ assetIds: assetId })).list;
    expect([told?.change24h, told?.changeSince]).toEqual([5_000, 'listing']);
    expect(here).toMatchObject([{ change24h: 5_000, changeSince: 'listing' }]);
  } finally {
    await inDatabase(world, 'delete from fills where asset_id = $1', [assetId]);
  }
}, 30_000);

it('names the best standing bid beside the best ask', async () => {
  await world.fund(seller, [300_000n]);
  const bidder = seller.at('mrc20');
  await placeBid(bidder, 'IVY', [
    { coinAmount: '100', amount: '15000' },
    { coinAmount: '100', amount: '12000' },
  ]);
  await aListLater();
  const [ivy] = (await markets({ search: 'ivy' })).list;
  expect(ivy).toMatchObject({ floorPrice: '200', bidPrice: '150' });
  const query = { net, assetId: ivy?.assetId ?? '' } as const;
  const { results } = await callApi(world.origin, 'tickers', { params: { book: 'mrc20' }, query });
  expect(results).toMatchObject([{ floorPrice: '200', bidPrice: '150' }]);
  expect((await ticksOf({ sortKey: 'bid' }))[0]).toBe('IVY');
}, 30_000);

it('refuses another network and more names than it looks up', async () => {
  expect(await refusalOf(callApi(world.origin, 'markets', { query: { net: 'livenet' } }))).toBe(
    'wrong-network',
  );
  expect(await refusalOf(markets({ assetIds: Array.from({ length: 51 }, (_, at) => at).join(',') }))).toBe(
    'bad-request',
  );
});
