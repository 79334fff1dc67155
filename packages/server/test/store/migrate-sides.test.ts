/** A database of 4.0.0 becomes one of orders, asks and fills: every order keeps what it had, every sale is written down once. */
import { rmSync } from 'node:fs';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAsks, lockedOutpoints } from '../../src/store/orders/ask-store.ts';
import { openStore, violates } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { marketFigures } from '../../src/store/orders/market-figures.ts';
import { migrate } from '../../src/store/migrate.ts';
import { moveOrders } from '../../src/store/orders/order-store.ts';
import { latestSales } from '../../src/store/orders/shown-orders.ts';
import { fills } from '../../src/store/schema/index.ts';
import { oldMigrations } from './old-migrations.ts';

/** The last one that 4.0.0 had. */
const LAST_OF_4_0_0 = 9;
const TRADE = '11111111-1111-4111-8111-111111111111';
const BLOCK_TIME = 1_760_000_000;

let database: TestDatabase;
let store: Store;
let folder: string;

/** Orders as 4.0.0 wrote them: columns it wrote for all, and what differs. */
const ORDERS = `
  insert into orders (id, status, reason, order_type, asset_id, tick, decimals, free_state, price, coin_amount, rate_e18,
    seller_address, buyer_address, inscription_id, outpoint, pay_script, sequence, witness, psbt, disclosed_at, live_trade,
    cancel_txid, deal_txid, closed_height, closed_at)
  select id, status, reason, type, 'asset', 'pepe', 18, free, price, 1000, price::numeric * 10, 'seller', buyer, id || 'i0',
    coalesce(coin, id || ':0'), '0014', 4294967293, witness::jsonb, case when witness is null then '' else 'psbt ' || id end,
    case when trade is null then null else '2026-01-01'::timestamptz end, trade::uuid, cancel, deal, height,
    case when height is null then null else '2026-02-02'::timestamptz end
  from (values
    ('open', 'open', '', 1, 0, 30000, '', null, '["01"]', null, null, null, null),
    ('again', 'open', '', 1, 0, 25000, '', 'gone:0', '["02"]', null, null, null, null),
    ('gone', 'cancelled', 'withdrawn by its owner', 1, 0, 40000, '', 'gone:0', null, null, null, null, null),
    ('leaving', 'cancelling', 'its owner is spending the coin', 11, 0, 50000, '', null, '["03"]', null, 'cancel', null, null),
    ('one', 'done', '', 1, 0, 30000, 'buyer', null, '["04"]', '${TRADE}', null, 'deal', 100),
    ('free', 'done', '', 1, 1, 90000, 'buyer', null, '["05"]', '${TRADE}', null, 'deal', 100),
    ('two', 'done', '', 1, 0, 10000, 'buyer', null, '["06"]', '${TRADE}', null, 'deal', 100),
    ('sniped', 'done', 'bought outside this exchange with the published signature; the seller was paid', 1, 0, 900000000,
      '', null, '["07"]', null, null, 'snipe', 101),
    ('coin', 'done', '', 21, 0, 70000, 'seller', null, '["08"]', '22222222-2222-4222-8222-222222222222', null, 'own', 102)
  ) as row (id, status, reason, type, free, price, buyer, coin, witness, trade, cancel, deal, height)`;
const TRADES = `
  insert into trades (id, status, asset_id, tick, price, coin_amount, network_fee, service_fee, buyer_address, order_ids, txid, height)
  values ('${TRADE}', 'final', 'asset', 'pepe', 130000, 3000, 500, 2001, 'buyer', '["two", "free", "one"]', 'deal', 100),
    ('22222222-2222-4222-8222-222222222222', 'confirmed', 'asset', 'pepe', 70000, 1000, 500, 2000, 'seller', '["coin"]', 'own', 102)`;
/** Tokens that 4.0.0 halted: for one thing, and for two. */
const CROSS_CHECKS = `
  insert into opinion (asset, source, tick, state, since, doubts)
  values ('once', 'opi', 'once', 'differs', 90, '{lot a}'), ('twice', 'opi', 'twice', 'differs', 90, '{lot b,lot c}')`;

beforeAll(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  folder = oldMigrations(LAST_OF_4_0_0);
  await migrate(store.pool, folder);
  await store.pool.query(ORDERS);
  await store.pool.query(TRADES);
  await store.pool.query(CROSS_CHECKS);
  await store.pool.query(
    `insert into block (height, hash, previous_hash, time, counts) values (100, 'hash', 'before', ${BLOCK_TIME}, '{}')`,
  );
  await migrate(store.pool);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('keeps every order, and of every ask its coin and its signature', async () => {
  const rows = await findAsks(store.db, ['open', 'leaving', 'gone', 'one']);
  const asks = new Map(rows.map((ask) => [ask.id, ask]));
  const owned = { side: 'ask', ownerAddress: 'seller', payScript: '0014', sequence: 4_294_967_293n };
  expect(asks.get('open')).toMatchObject({
    ...owned,
    status: 'open',
    price: 30_000n,
    outpoint: 'open:0',
    inscriptionId: 'openi0',
    witness: ['01'],
    psbt: 'psbt open',
  });
  expect(asks.get('leaving')).toMatchObject({ ...owned, status: 'cancelling', cancelTxid: 'cancel' });
  expect(asks.get('gone')).toMatchObject({ ...owned, status: 'cancelled', witness: null, psbt: '' });
  expect(asks.get('one')).toMatchObject({
    ...owned,
    status: 'done',
    takerAddress: 'buyer',
    dealTxid: 'deal',
  });
  expect(asks.get('one')?.disclosedAt).toBeInstanceOf(Date);
  expect(new Set((await lockedOutpoints(store.db, 'seller')).values())).toEqual(
    new Set(['open', 'again', 'leaving']),
  );
});

it('writes every sale down once, with its part of the fee; a stranger’s and one’s own count nowhere', async () => {
  const sold = new Map((await store.db.select().from(fills)).map((fill) => [fill.reference, fill]));
  expect([...sold.keys()].toSorted()).toEqual(['coin', 'free', 'one', 'sniped', 'two']);
  expect(sold.get('one')).toEqual({
    kind: 'order',
    reference: 'one',
    side: 'ask',
    market: 'brc20',
    assetId: 'asset',
    tick: 'pepe',
    decimals: 18,
    amount: 1_000n,
    sats: 30_000n,
    rateE18: 300_000n,
    serviceFee: 1_501n,
    feePaidBy: 'buyer',
    buyer: 'buyer',
    seller: 'seller',
    txid: 'deal',
    height: 100,
    place: 0,
    at: new Date(BLOCK_TIME * 1000),
    excluded: null,
  });
  expect(sold.get('two')).toMatchObject({ serviceFee: 500n, excluded: null });
  expect(sold.get('free')).toMatchObject({ serviceFee: 0n, feePaidBy: '', excluded: null });
  expect(sold.get('sniped')).toMatchObject({ serviceFee: 0n, buyer: '', excluded: 'outside' });
  expect(sold.get('sniped')?.at).toEqual(new Date('2026-02-02'));
  expect(sold.get('coin')).toMatchObject({ market: 'idcoin', serviceFee: 2_000n, excluded: 'same-address' });
  const deals = await latestSales(store.db, 'asset', 10);
  expect(deals.map(({ id }) => id)).toEqual(['two', 'one', 'free']);
  const figures = (await marketFigures(store.db, ['asset'])).get('asset');
  expect(figures).toMatchObject({ lastRate: 100_000n, floorRate: 250_000n, openOrders: 2 });
});

it('keeps the state of an ask equal to its order’s, and one live ask a coin', async () => {
  await store.transact((tx) => moveOrders(tx, { ids: ['open'], event: 'cancel' }));
  const { rows } = await store.pool.query(`select status from asks where order_id = 'open'`);
  expect(rows).toEqual([{ status: 'cancelled' }]);
  const again = store.pool.query(`update orders set status = 'open' where id = 'gone'`);
  await expect(again).rejects.toSatisfy((error) => violates(error, 'asks_live_outpoint'));
});

it('keeps in the index of the asks what a book shows of them', async () => {
  const { rows } = await store.pool.query<{ made: string }>(
    `select pg_get_indexdef('asks_pkey'::regclass) as made`,
  );
  expect(rows[0]?.made).toContain('(order_id) INCLUDE (outpoint, inscription_id, disclosed_at)');
});

it('lets a token go on that one thing had halted, and keeps what differed', async () => {
  const { rows } = await store.pool.query('select asset, state, since, discrepancies from cross_check');
  expect(rows).toEqual([
    { asset: 'twice', state: 'differs', since: 90, discrepancies: ['lot b', 'lot c'] },
    { asset: 'once', state: 'silent', since: null, discrepancies: ['lot a'] },
  ]);
});
