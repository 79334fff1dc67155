/** What everybody sees of bids: the bid side of a book, feeds, sales of both sides, notifications; and that a promise is in nothing anybody gets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { OwnLot, Trader, World } from '@rialto/devnet';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEar } from '../http/feed/feed-ear.ts';
import { refusalOf, testWorld, until } from '../world.ts';
import { orderOf, placeBid, prepareBid, prepareSale, pushBid, sellInto } from './bidder.ts';
import { spendElsewhere } from './spend-coin.ts';

const rung = (amount: string) => ({ coinAmount: '1000', amount });
let world: World;
let bidder: Trader;
let seller: Trader;

beforeAll(async () => {
  world = await testWorld();
  bidder = world.trader('bidder', 'p2tr');
  seller = world.trader('seller', 'p2tr');
  await world.token(
    'pepe',
    Array.from({ length: 4 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.fund(
    bidder,
    Array.from({ length: 8 }, () => 400_000n),
  );
  for (const trader of [bidder, seller]) await trader.login();
  await world.mine(3);
}, 240_000);

afterAll(() => world.stop());

async function lotOf(trader: Trader): Promise<OwnLot> {
  const [lot] = await trader.lots('pepe');
  if (lot === undefined) throw new Error('there is a lot left');
  return lot;
}

const net = 'regtest';
const params = { book: 'brc20' } as const;
const list = (query: { orderState: '1' | '2'; orderType?: string; sortType?: '1' | '-1' }) =>
  callApi(world.origin, 'orders', { params, query: { net, tick: 'pepe', ...query } });
const items = async (trader: Trader) => {
  const query = { address: trader.address };
  return (await callApi(world.origin, 'notifications', { query, headers: trader.headers() })).items;
};
const mine = async (trader: Trader, orderState: '1' | '21') => {
  const { results } = await callApi(world.origin, 'myOrders', {
    params: { ...params, address: trader.address },
    query: { net, orderState },
    headers: trader.headers(),
  });
  return results.map(({ orderId }) => orderId);
};

describe('the bid side of a book', () => {
  it('has the dearest first, and tells every reader what becomes of a rung', async () => {
    const open = await openEar(world.origin, 'tick=pepe');
    const own = await openEar(world.origin, '', bidder.headers());
    const sellers = await openEar(world.origin, '', seller.headers());
    const { orderIds } = await placeBid(bidder, 'pepe', [rung('60000'), rung('50000'), rung('55000')]);
    const [first = '', second = '', third = ''] = orderIds;
    const heard = (orderId: string) =>
      open.hears((event) => event.kind === 'order' && event.order.orderId === orderId);
    expect(await heard(first)).toMatchObject({
      order: { orderType: 2, published: false, bidAmount: '165000' },
    });
    await own.hears((event) => event.kind === 'my-order' && event.order.orderId === third);
    const ids = async (sortType?: '1' | '-1') => {
      const { results } = await list({ orderState: '1', orderType: '2', ...(sortType && { sortType }) });
      return results.map(({ orderId }) => orderId);
    };
    expect(await ids()).toEqual([first, third, second]);
    expect(await ids('-1')).toEqual([first, third, second]);
    expect(await ids('1')).toEqual([second, third, first]);
    expect((await list({ orderState: '1', orderType: '1' })).results).toEqual([]);
    expect(await mine(bidder, '1')).toEqual(expect.arrayContaining(orderIds));

    const { tradeIds } = await sellInto(seller, [{ orderId: first, lot: await lotOf(seller) }]);
    await sellers.hears((event) => event.kind === 'trade' && event.trade.tradeId === tradeIds[0]);
    await open.hears(
      (event) => event.kind === 'order' && event.order.orderId === second && event.order.published === true,
    );
    await world.mine();
    await open.hears((event) => event.kind === 'sale' && event.order.orderId === first);
    expect((await list({ orderState: '2' })).results[0]).toMatchObject({
      orderId: first,
      orderType: 2,
      buyerAddress: bidder.address,
      sellerAddress: seller.address,
    });
    expect(await mine(seller, '21')).toEqual([first]);
    const { results } = await callApi(world.origin, 'tickers', { params, query: { net, tick: 'pepe' } });
    expect(results[0]).toMatchObject({ lastPrice: '60', volume24h: '60000', trades24h: 1 });
    const candles = await callApi(world.origin, 'kline', {
      params,
      query: { net, tick: 'pepe', interval: '1h' },
    });
    expect(candles.list).toMatchObject([{ close: '60', trades: 1 }]);
    const body = { net, address: bidder.address, orderState: 3, orderId: second } as const;
    await bidder.post('updateOrderV2', body);
    await open.hears((event) => event.kind === 'removed' && event.orderId === second);
    for (const ear of [open, own, sellers]) ear.close();
  });
});

describe('sales of both sides', () => {
  it('are in one history and one candle: a purchase after a sale into a bid', async () => {
    await world.stockPads();
    const ask = await seller.ask(await lotOf(seller), 'pepe', 70_000n);
    await bidder.take([ask]);
    await world.mine();
    const { results } = await list({ orderState: '2' });
    expect(
      results.map(({ orderType, buyerAddress, sellerAddress }) => [orderType, buyerAddress, sellerAddress]),
    ).toEqual([
      [1, bidder.address, seller.address],
      [2, bidder.address, seller.address],
    ]);
    const query = { net, tick: 'pepe', interval: '1w' } as const;
    const candles = await callApi(world.origin, 'kline', { params, query });
    expect(candles.list).toMatchObject([
      { open: '60', high: '70', low: '60', close: '70', trades: 2, turnover: '130000' },
    ]);
    for (const trader of [bidder, seller])
      expect(await mine(trader, '21')).toEqual(expect.arrayContaining(results.map(({ orderId }) => orderId)));
    const sold = await items(seller);
    expect(sold.map(({ event, amount }) => [event, amount])).toEqual([
      ['sold', '70000'],
      ['sold', '60000'],
    ]);
    expect((await items(bidder)).map(({ event }) => event)).toEqual(['bought', 'bought']);
  });
});

describe('notifications', () => {
  it('tell bidder and seller what was bought and sold, and the bidder what ended', async () => {
    const [bought, sold] = [(await items(bidder)).at(-1), (await items(seller)).at(-1)];
    expect(bought).toMatchObject({ notificationType: 3, event: 'bought', amount: '60000' });
    expect(sold).toMatchObject({ notificationType: 3, event: 'sold', amount: '60000' });
    const bid = await prepareBid(bidder, 'pepe', [rung('60000')]);
    const { orderIds } = await pushBid(bidder, bid);
    const [coin] = bid.funding.coins;
    if (coin === undefined) throw new Error('a funding spends a coin');
    await spendElsewhere(world, bidder, [coin]);
    await until(
      async () => (await orderOf(world, bidder, orderIds[0] ?? '')).state === 'invalid',
      'the bid ends',
    );
    expect((await items(bidder))[0]).toMatchObject({ notificationType: 2, event: 'invalid' });
    await world.mine();
  });

  it('tell the bidder that the time of a bid is over', async () => {
    const { orderIds } = await placeBid(bidder, 'pepe', [rung('60000')], { expiryBlocks: 2 });
    await world.mine(2);
    const ended = async () => (await orderOf(world, bidder, orderIds[0] ?? '')).state === 'expired';
    await until(ended, 'the bid expires');
    expect((await items(bidder))[0]).toMatchObject({
      ...{ notificationType: 2, event: 'invalid', coinAmount: '1000', amount: '60000' },
      reason: 'its time is over; the exchange deleted the signature',
    });
    expect((await items(seller)).map(({ event }) => event)).toEqual(['sold', 'sold']);
  });

  it('tell the seller of a sale that came to nothing, and of its bidder that the bid is over', async () => {
    const bid = await prepareBid(bidder, 'pepe', [rung('60000')]);
    const { orderIds } = await pushBid(bidder, bid);
    const lot = await lotOf(seller);
    await sellInto(seller, [{ orderId: orderIds[0] ?? '', lot }]);
    // The bidder pays more for another way of the same coins.
    await spendElsewhere(world, bidder, bid.funding.coins, { fee: 40_000n });
    await world.mine();
    await until(async () => (await items(seller))[0]?.event === 'lost', 'the sale is void');
    expect((await items(seller))[0]).toMatchObject({
      ...{ notificationType: 4, coinAmount: '1000', amount: '60000' },
      reason: expect.stringMatching(/./) as string,
    });
    expect((await items(bidder))[0]).toMatchObject({ notificationType: 2, event: 'invalid' });
    expect((await items(bidder)).map(({ event }) => event)).not.toContain('lost');
    expect((await seller.lots('pepe')).map(({ coin }) => coin.outpoint)).toContain(lot.coin.outpoint);
  });
});

describe('a promise', () => {
  it('is in no answer, no feed and no log, and the funding’s signature is its owner’s alone', async () => {
    const own = await openEar(world.origin, '', bidder.headers());
    const open = await openEar(world.origin, 'tick=pepe');
    const bid = await prepareBid(bidder, 'pepe', [rung('60000')]);
    const pushed = await pushBid(bidder, bid);
    const [orderId = ''] = pushed.orderIds;
    await own.hears((event) => event.kind === 'my-order' && event.order.orderId === orderId);
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ promise: string | null }>(
      'select promise from rungs where promise is not null',
    );
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    const said = JSON.stringify([
      pushed,
      await orderOf(world, bidder, orderId),
      await callApi(world.origin, 'order', {
        params: { ...params, orderId },
        query: { net },
        headers: bidder.headers(),
      }),
      await callApi(world.origin, 'bidRecoverInfo', {
        params,
        query: { net, orderId },
        headers: bidder.headers(),
      }),
      await list({ orderState: '1', orderType: '2' }),
      ...own.heard(),
      ...open.heard(),
    ]);
    const logs = ['server', 'signer'].map((name) =>
      readFileSync(join(world.directory, 'exchange', `${name}.log`), 'utf8'),
    );
    for (const { promise } of rows)
      for (const text of [said, ...logs]) expect(text.includes(promise ?? '')).toBe(false);
    for (const ear of [own, open]) ear.close();
  });
});

describe('a funding at a rate under the Eco plan', () => {
  it('greys its rungs until fees fall: they are shown so, and nobody can sell into them', async () => {
    const { bidId, orderIds } = await placeBid(bidder, 'pepe', [rung('60000')]);
    const [orderId = ''] = orderIds;
    const client = new pg.Client({ connectionString: world.database.ownerUrl });
    await client.connect();
    const rate = (value: number) => client.query(`update bids set fee_rate = ${value} where id = '${bidId}'`);
    const greyed = async () => (await orderOf(world, bidder, orderId)).greyed === true;
    await rate(0.1);
    await until(greyed, 'the rung is greyed');
    const into = { orderId, lot: await lotOf(seller) };
    expect(await refusalOf(prepareSale(seller, [into]))).toBe('bid-greyed');
    await rate(2);
    await until(async () => !(await greyed()), 'the rung is as before');
    expect((await prepareSale(seller, [into])).transactions).toHaveLength(1);
    await client.end();
  });
});
