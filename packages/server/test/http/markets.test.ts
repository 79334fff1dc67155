/** All markets in one list: of every book, with their figures, chosen, sorted and in pages; on the real node. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import type { QueryOf } from '@rialto/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('refuses another network and more names than it looks up', async () => {
  expect(await refusalOf(callApi(world.origin, 'markets', { query: { net: 'livenet' } }))).toBe(
    'wrong-network',
  );
  expect(await refusalOf(markets({ assetIds: Array.from({ length: 51 }, (_, at) => at).join(',') }))).toBe(
    'bad-request',
  );
});
