/** The seed of the order book, ended at each of its steps and started again: nothing twice, nothing missing. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketNamed } from '@rialto/market';
import {
  SEED_BOOKS,
  SEED_TOKENS,
  callApi,
  openTrader,
  openWorld,
  padAddress,
  seedKey,
  seedMarket,
} from '../src/index.ts';
import type { SeedBook, SeedOptions, World } from '../src/index.ts';
import { seedBids } from '../src/market/seed/seed-bids.ts';

const bundles = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'dist');
const net = 'regtest' as const;
const ASKS = 2;
const DEALS = 1;

let world: World;
let seed: SeedOptions;

beforeAll(async () => {
  world = await openWorld({ bundles });
  seed = {
    chain: world.chain,
    origin: world.origin,
    secret: 'market',
    padAddress: await padAddress(world.exchange.signerSocket),
    doneFile: join(world.directory, 'seeded'),
    asksPerToken: ASKS,
    salesPerToken: DEALS,
    ready: () => world.exchange.ready(),
    progress: () => undefined,
  };
}, 120_000);

afterAll(async () => {
  await world.stop();
});

/** Ends the seed when it says this. */
async function endedAt(line: RegExp): Promise<void> {
  const progress = (said: string): void => {
    if (line.test(said)) throw new Error(`ended at ${said}`);
  };
  await expect(seedMarket({ ...seed, progress })).rejects.toThrow('ended at');
}

/** Of the sellers, how many hold some of each. */
const HOLDERS: Readonly<Record<string, number>> = {
  FERN: 5,
  MOSS: 3,
  WREN: 5,
  LARK: 5,
  'OPEN•MEADOW•DAISY': 3,
  'QUIET•HARBOR•LIGHT': 3,
};

/** Open orders and sales of a token. */
async function booked({ book, tick }: SeedBook): Promise<[string, number, number]> {
  const count = async (orderState: '1' | '2'): Promise<number> => {
    const query = { net, tick, orderState, limit: '200' } as const;
    return (await callApi(world.origin, 'orders', { params: { book }, query })).results.length;
  };
  return [tick, await count('1'), await count('2')];
}

it('is whole after a start that was ended at every step', async () => {
  for (const line of [
    /funding/,
    /deploying the/,
    /minting/,
    /inscribing/,
    /opal: 3/,
    /jade: 3/,
    /past trades/,
    /etching/,
    /splitting/,
    /FERN: /,
    /WREN: /,
  ])
    await endedAt(line);
  expect(existsSync(seed.doneFile)).toBe(false);
  await seedMarket(seed);
  expect(existsSync(seed.doneFile)).toBe(true);
  const { list } = await callApi(world.origin, 'tokenList', { query: { net } });
  const shown = list.map(({ ticker, minted, openOrders }) => [ticker, minted, openOrders]).toSorted();
  const expected = SEED_TOKENS.map(({ tick }) => [tick, '10000000', ASKS + DEALS]);
  expect(shown).toEqual(expected.toSorted());
  expect((await callApi(world.origin, 'runeList', { query: { net } })).list).toHaveLength(3);
  expect(await Promise.all(SEED_BOOKS.map(booked))).toEqual(
    SEED_BOOKS.map(({ tick, lots }) => [tick, (HOLDERS[tick] ?? 0) * lots.length - DEALS, DEALS]),
  );
}, 180_000);

const BOOKS: readonly SeedBook[] = [
  ...SEED_TOKENS.map((one) => ({ ...one, book: 'brc20' as const })),
  ...SEED_BOOKS,
];
const BIDDERS = 2;
const RUNGS = 3;

/** The open orders of one side, the best first. */
async function openIn({ book, tick }: SeedBook, side: 'ask' | 'bid') {
  const orderType = String(marketNamed(book).types[side]);
  const query = { net, tick, orderState: '1', orderType, limit: '200' } as const;
  return (await callApi(world.origin, 'orders', { params: { book }, query })).results;
}

const priceOf = ({ amount, coinAmount }: { amount: string; coinAmount: string }): number =>
  Number(amount) / Number(coinAmount);

it('every book has bids under its best ask, and each start places those that ended', async () => {
  const said: string[] = [];
  const bids = { ...seed, progress: (line: string) => said.push(line) };
  await seedBids(bids);
  for (const book of BOOKS) {
    const [open, [best]] = [await openIn(book, 'bid'), await openIn(book, 'ask')];
    expect([book.tick, open.length]).toEqual([book.tick, BIDDERS * RUNGS]);
    const prices = open.map(priceOf);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(prices[0]).toBeLessThan(best === undefined ? 0 : priceOf(best));
    // Each can be sold into alone: it is a quarter of its ladder.
    for (const { amount, bidAmount } of open)
      expect(Number(amount) * 4).toBeGreaterThanOrEqual(Number(bidAmount));
  }
  await seedBids(bids);
  expect(said).toEqual([`ladders of bids: ${BOOKS.length * BIDDERS}`]);
  const [token] = BOOKS;
  if (token === undefined) throw new Error('a book');
  const bidder = openTrader({ origin: world.origin, key: seedKey(seed.secret, 'bidder-0'), kind: 'p2tr' });
  await bidder.login();
  for (const { orderId, buyerAddress } of await openIn(token, 'bid'))
    if (buyerAddress === bidder.address)
      await bidder
        .at(token.book)
        .post('updateOrder', { net, address: bidder.address, orderState: 3, orderId });
  expect(await openIn(token, 'bid')).toHaveLength(RUNGS);
  await seedBids(bids);
  expect(said.at(-1)).toBe('ladders of bids: 1');
  expect(await openIn(token, 'bid')).toHaveLength(BIDDERS * RUNGS);
}, 120_000);
