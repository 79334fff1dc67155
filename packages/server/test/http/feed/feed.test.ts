/** The feed over a real exchange: each reader's count, snapshots that say where they are, a new epoch after a break, candles with the sales. */
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { candleStart } from '@rialto/market';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEar } from './feed-ear.ts';
import type { Ear, Heard } from './feed-ear.ts';
import { testWorld } from '../../world.ts';

const NET = 'regtest';
let world: World;
let maker: Trader;
let database: pg.Client;
const open: Ear[] = [];

beforeAll(async () => {
  world = await testWorld();
  maker = world.trader('maker', 'p2tr');
  const lots = (tick: string) =>
    world.token(
      tick,
      Array.from({ length: 3 }, () => ({ who: maker, amount: '10' })),
    );
  await lots('opal');
  await lots('ruby');
  await maker.login();
  database = new pg.Client({ connectionString: world.database.ownerUrl });
  await database.connect();
});
afterAll(async () => {
  for (const ear of open) ear.close();
  await database.end();
  await world.stop();
});

async function ear(query: string, headers?: Record<string, string>): Promise<Ear> {
  const opened = await openEar(world.origin, query, headers);
  open.push(opened);
  return opened;
}

async function assetOf(tick: string): Promise<string> {
  const { list } = await callApi(world.origin, 'tokenList', { query: { net: NET, tick } });
  return list[0]?.assetId ?? '';
}

const asks = (tick: string) =>
  callApi(world.origin, 'orders', { query: { net: NET, tick, orderState: '1' }, book: 'brc20' });

async function list(tick: string, price: bigint): Promise<string> {
  const [lot] = (await maker.lots(tick)).slice(-1);
  if (lot === undefined) throw new Error(`no lot of ${tick}`);
  return maker.ask(lot, tick, price);
}

const isOrder =
  (id: string) =>
  (event: Heard): boolean =>
    'order' in event && event.order.orderId === id;

/** Every message is one further than the one before, greetings and new epochs apart. */
function expectUnbroken(events: readonly Heard[]): void {
  events.forEach((event, n) => {
    const before = events[n - 1];
    if (before === undefined || event.kind === 'hello') return;
    expect([event.epoch, event.seq]).toEqual([before.epoch, before.seq + 1]);
  });
}

const tell = (id: string) =>
  database.query(`select pg_notify('rialto_feed', $1)`, [JSON.stringify({ t: 'order', id })]);

describe('the count', () => {
  it('is each channel’s own: nobody sees a gap where another token was told', async () => {
    const [opal, ruby] = [await assetOf('opal'), await assetOf('ruby')];
    const ears = {
      opal: await ear(`asset=${encodeURIComponent(opal)}`),
      ruby: await ear(`asset=${encodeURIComponent(ruby)}`),
      tick: await ear('tick=OPAL'),
      all: await ear(''),
      mine: await ear('', maker.headers()),
    };
    const first = await list('opal', 30_000n);
    const second = await list('ruby', 31_000n);
    await world.mine();
    const third = await list('ruby', 32_000n);
    await Promise.all([
      ears.opal.hears(({ kind }) => kind === 'tip'),
      ears.tick.hears(({ kind }) => kind === 'tip'),
      ears.ruby.hears(isOrder(third)),
      ears.all.hears(isOrder(third)),
      ears.mine.hears(isOrder(third)),
    ]);
    const kinds = (one: Ear) => one.heard().map(({ kind }) => kind);
    expect(kinds(ears.opal)).toEqual(['hello', 'order', 'tip']);
    expect(kinds(ears.tick)).toEqual(['hello', 'order', 'tip']);
    expect(kinds(ears.ruby)).toEqual(['hello', 'order', 'tip', 'order']);
    expect(kinds(ears.all)).toEqual(['hello', 'order', 'order', 'tip', 'order']);
    expect(kinds(ears.mine)).toEqual(['hello', 'my-order', 'my-order', 'my-order']);
    expect(ears.opal.heard().some(isOrder(second))).toBe(false);
    expect(ears.opal.heard().some(isOrder(first))).toBe(true);
    for (const one of Object.values(ears)) expectUnbroken(one.heard());
    const epochs = new Set(Object.values(ears).flatMap((one) => one.heard().map(({ epoch }) => epoch)));
    expect(epochs.size).toBe(1);
  });

  it('holds coins that wait, told to their owner alone when they come, and when a block has them', async () => {
    const [mine, all] = [await ear('', maker.headers()), await ear('')];
    await mine.hears(({ kind }) => kind === 'hello');
    const coins = () => mine.heard().filter(({ kind }) => kind === 'coins').length;
    await world.chain.fundMany([{ address: maker.address, sats: 20_000n }]);
    await mine.hears(({ kind }) => kind === 'coins');
    const before = mine.heard().length;
    expect(coins()).toBe(1);
    await world.mine();
    await mine.hears(({ kind }) => kind === 'coins', before);
    await all.hears(({ kind }) => kind === 'tip');
    expect(all.heard().some(({ kind }) => kind === 'coins')).toBe(false);
    expectUnbroken(mine.heard());
  });

  it('goes on for one who comes back, never lower than it was', async () => {
    const asset = encodeURIComponent(await assetOf('opal'));
    const one = await ear(`asset=${asset}`);
    const before = (await one.hears(({ kind }) => kind === 'hello')).seq;
    one.close();
    const again = await ear(`asset=${asset}`);
    expect((await again.hears(({ kind }) => kind === 'hello')).seq).toBeGreaterThanOrEqual(before);
  });

  it('is in the snapshot as in the stream', async () => {
    const one = await ear(`asset=${encodeURIComponent(await assetOf('opal'))}`);
    const id = await list('opal', 33_000n);
    const { seq, epoch } = await one.hears(isOrder(id));
    const book = await asks('opal');
    expect([book.seq, book.epoch]).toEqual([seq, epoch]);
    expect(book.results.some(({ orderId }) => orderId === id)).toBe(true);
    const before = one.heard().length;
    await tell(id);
    await one.hears(isOrder(id), before);
    expect((await asks('opal')).seq).toBe(seq + 1);
  });
});

describe('many notices of one order at once', () => {
  it('end with the newest state, and leave no gap', async () => {
    const one = await ear(`asset=${encodeURIComponent(await assetOf('opal'))}`);
    const [order] = (await asks('opal')).results;
    const id = order?.orderId ?? '';
    for (let round = 1; round <= 60; round += 1)
      await database.query(
        `with changed as (update orders set reason = $2 where id = $1 returning id)
         select pg_notify('rialto_feed', json_build_object('t', 'order', 'id', id)::text) from changed`,
        [id, `round ${round}`],
      );
    await one.hears((event) => 'order' in event && event.order.reason === 'round 60');
    await tell(id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const rounds = one
      .heard()
      .flatMap((event) => ('order' in event ? [Number.parseInt(event.order.reason.slice(6), 10)] : []));
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
    expectUnbroken(one.heard());
  });
});

describe('a break between the database and the server', () => {
  it('begins a new epoch: every reader is greeted anew', async () => {
    const ears = [await ear('tick=opal'), await ear('', maker.headers())];
    const before = await Promise.all(ears.map((one) => one.hears(({ kind }) => kind === 'hello')));
    const ended = await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen %'`,
    );
    expect(ended.rowCount).toBeGreaterThan(0);
    for (const [n, one] of ears.entries()) {
      const hello = await one.hears(({ kind, epoch }) => kind === 'hello' && epoch !== before[n]?.epoch);
      expect(hello.kind).toBe('hello');
    }
    const id = await list('ruby', 34_000n);
    await ears[1]?.hears(isOrder(id));
    for (const one of ears) expectUnbroken(one.heard());
  });
});

describe('candles', () => {
  const candles = (interval: '15m' | '1w') =>
    callApi(world.origin, 'kline', { query: { net: NET, tick: 'opal', interval }, book: 'brc20' });

  it('move with a deal, as the feed tells it', async () => {
    expect((await candles('15m')).list).toEqual([]);
    const before = Date.now();
    const one = await ear(`asset=${encodeURIComponent(await assetOf('opal'))}`);
    const [order] = (await asks('opal')).results;
    await database.query(
      `with sold as (
         update orders set status = 'done', closed_at = now(), deal_txid = id, closed_height = 1 where id = $1 returning *
       ), filled as (
         insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee,
           fee_paid_by, buyer, seller, txid, height, at)
         select 'order', id, side, 'brc20', asset_id, tick, decimals, coin_amount, price, rate_e18, 0,
           '', taker_address, owner_address, id, 1, now() from sold
       )
       select pg_notify('rialto_feed', json_build_object('t', 'order', 'id', id)::text) from sold`,
      [order?.orderId],
    );
    await one.hears(({ kind }) => kind === 'sale');
    const price = order?.coinRatePrice;
    const { list: moved } = await candles('15m');
    expect(moved).toMatchObject([
      {
        open: price,
        high: price,
        low: price,
        close: price,
        avg: price,
        volume: order?.coinAmount,
        turnover: order?.amount,
        trades: 1,
      },
    ]);
    const starts = [before, Date.now()].map((moment) => candleStart(moment, '15m'));
    expect(starts).toContain(moved[0]?.timestamp);
    expect((await candles('1w')).list).toHaveLength(1);
  });

  it.each([
    ['brc20', 'interval=2h&tick=opal', 'bad-request'],
    ['brc20', 'interval=1h&tick=opal&limit=0', 'bad-request'],
    ['brc20', 'interval=1h&tick=none', 'unknown-tick'],
    ['mrc20', 'interval=1h&tick=opal', 'unknown-tick'],
    ['rare', 'interval=1h&tick=opal', 'bad-request'],
  ])('of %s with %s are refused: %s', async (book, query, refusal) => {
    const answer = await fetch(`${world.origin}/api/book/${book}/order-v2/kline?net=${NET}&${query}`);
    expect(await answer.json()).toMatchObject({ code: 1, refusal });
  });
});
