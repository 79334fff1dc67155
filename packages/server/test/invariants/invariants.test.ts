import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callApi } from '@rialto/devnet';
import type { Trader, World } from '@rialto/devnet';
import { bytesToHex } from '@rialto/protocols';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POOL_COIN_MISSING } from '../../src/invariants/pool-chain.ts';
import { ROW_INVARIANTS } from '../../src/invariants/rows.ts';
import { TRANSACTION_INVARIANTS } from '../../src/invariants/transactions.ts';
import { placeBid, sellInto } from '../bids/bidder.ts';
import { brokenInvariants } from './invariants.ts';
import { LOCK_INVARIANTS } from './locks.ts';
import { leaveBroken, testWorld } from '../world.ts';

const KEPT = [
  'orders',
  'asks',
  'bids',
  'bid_coins',
  'rungs',
  'ask_locks',
  'live_bids',
  'live_answers',
  'live_coins',
  'fills',
  'pools',
  'pool_coins',
  'pool_moves',
  'pool_share_coins',
  'trades',
  'takes',
  'outbox',
  'idempotency',
  'bridge_assets',
  'bridge_deposits',
  'bridge_exits',
];
const POOL = `insert into pools (number, script, public_key, etch_txid) values (1, 'a', 'a', 'a')`;
const INDEXES = ['asks_live_outpoint', 'idempotency_key'];

let world: World;
let buyer: Trader;
let client: pg.Client;
let definitions: string[];

/** One order sold in a block, one being sold, one open, one withdrawn, one replaced on its way: a ladder of which a rung is sold: something of everything. */
beforeAll(async () => {
  world = await testWorld();
  const seller = world.trader('seller', 'p2tr');
  buyer = world.trader('buyer', 'p2wpkh');
  await world.token(
    'pepe',
    Array.from({ length: 5 }, () => ({ who: seller, amount: '1000' })),
  );
  await world.stockPads();
  await world.fund(buyer, [300_000n, 300_000n, 300_000n, 300_000n]);
  for (const trader of [seller, buyer]) await trader.login();
  const ids: string[] = [];
  const [lot, ...lots] = await seller.lots('pepe');
  for (const one of lots) ids.push(await seller.ask(one, 'pepe', 50_000n));
  const [sold = '', selling = '', withdrawn = ''] = ids;
  await buyer.take([sold]);
  const { orderIds: rungs } = await placeBid(buyer, 'pepe', [
    { coinAmount: '1000', amount: '20000' },
    { coinAmount: '1000', amount: '20000' },
  ]);
  if (lot === undefined) throw new Error('a lot for the bid');
  await sellInto(seller, [{ orderId: rungs[0] ?? '', lot }]);
  await world.mine();
  await buyer.take([selling]);
  const body = { net: 'regtest', address: seller.address, orderId: withdrawn, orderState: 3 } as const;
  await seller.post('updateOrder', body);
  const { orderIds } = await placeBid(buyer, 'pepe', [{ coinAmount: '10', amount: '20000' }]);
  const own = { net: 'regtest', address: buyer.address, orderState: 3 } as const;
  await buyer.post('updateOrder', { ...own, orderIds });
  expect(await brokenInvariants(world)).toEqual([]);
  leaveBroken(world);
  await world.exchange.server.stop();
  client = new pg.Client({ connectionString: world.database.ownerUrl });
  await client.connect();
  for (const table of KEPT) await client.query(`create table kept_${table} as table ${table}`);
  const found = await client.query<{ made: string }>(
    'select pg_get_indexdef(to_regclass(name)) as made from unnest($1::text[]) as name',
    [INDEXES],
  );
  definitions = found.rows.map((row) => row.made);
});

afterAll(async () => {
  await client.end();
  await world.stop();
});

async function mend(): Promise<void> {
  await client.query(`truncate ${KEPT.join(', ')}`);
  for (const table of KEPT) await client.query(`insert into ${table} select * from kept_${table}`);
  for (const made of definitions)
    await client.query(made.replace('CREATE UNIQUE INDEX', 'CREATE UNIQUE INDEX IF NOT EXISTS'));
}

/** The open order once more, under another id. */
const SECOND_ORDER = `
  with twice as (
    insert into orders select (jsonb_populate_record(o, '{"id": "twice"}')).* from orders o where status = 'open' order by id limit 1
  )
  insert into asks select (jsonb_populate_record(a, '{"order_id": "twice"}')).* from asks a where status = 'open' order by order_id limit 1`;
/** The trade on its way once more, as another attempt. */
const secondTrade = (status: string): string => `insert into trades select (jsonb_populate_record(t,
  jsonb_build_object('id', gen_random_uuid(), 'txid', 'other', 'status', '${status}'))).* from trades t where status in ('sent', 'seen') limit 1`;

/** An answer to a live bid, as no statement of ours would leave it. */
const answer = (set: string, among = `status = 'open'`): string => `insert into live_answers
  select (jsonb_populate_record(null::live_answers, jsonb_build_object('id', gen_random_uuid(), 'order_id', o.id, 'status', 'waiting',
    'reason', '', 'bidder_address', 'a', 'seller_address', 'b', 'record', '{}'::jsonb, 'unsigned', '', 'price', 1,
    'witness', '["00"]'::jsonb, 'sign_by', now(), 'created_at', now()) || '${set}')).* from orders o where ${among} limit 1`;

const bridgeDeposit = (status: string, name = 'one'): string => `insert into bridge_deposits
  (name, asset, direction, txid, vout, amount, value, status) values ('${name}', 'btc', 'mint', '${name}', 0, 1, 1, '${status}')`;
const bridgeExit = (id: string, deposit = 'one', kind = 'payout'): string => `insert into bridge_exits
  (id, deposit, asset, chain, kind, txid, raw, inputs, fees, fee_rate, "out", since_height)
  values ('${id}', '${deposit}', 'btc', 'mvc', '${kind}', '${id}', '', array['point'], array[]::text[], 0, 1, 0)`;

/** Each invariant's name, and how it is broken by hand. */
const BREAKS: readonly (readonly [string, string])[] = [
  ['I4 an order is offered and sold', `update orders set status = 'open' where status = 'done'`],
  [
    'I4 a sold order does not name its transaction',
    `update orders set deal_txid = null where status = 'done'`,
  ],
  [
    'I4 a confirmed trade whose order is not sold by it',
    `update orders set deal_txid = 'other' where status = 'done'`,
  ],
  ['I4 a sold order without its fill', `delete from fills`],
  ['I4 a fill whose order is not sold by it', `update fills set reference = 'not ' || reference`],
  ['I5 an outpoint in two live orders', `drop index asks_live_outpoint; ${SECOND_ORDER}`],
  ['I5 two live trades on one order', secondTrade('sent')],
  [
    'I5 a live trade that does not hold its order',
    `update orders set live_trade = null where live_trade is not null`,
  ],
  ['I6 a committed trade without its transaction in the outbox', 'truncate outbox'],
  [
    'I6 a transaction in the outbox whose trade is dead',
    `update trades set status = 'void' where status in ('sent', 'seen')`,
  ],
  ['I6 a half-signed transaction kept after the commit', `update trades set half_signed = '[]'`],
  ['I6 a transaction given up without a reason', `update outbox set status = 'void', last_answer = ''`],
  [
    'I6 a transaction confirmed in a block the ledger does not have',
    `update outbox set height = 100000 where status = 'confirmed'`,
  ],
  [
    'I7 one coin in two transactions of ours',
    `insert into outbox select (jsonb_populate_record(b, jsonb_build_object('txid', 'twice', 'created_at', now()))).* from outbox b where status = 'sent'`,
  ],
  [
    'I8 a pending order whose trade is dead',
    `update trades set status = 'void' where status in ('sent', 'seen')`,
  ],
  ['I8 an acknowledged request whose order or trade is lost', `delete from orders where status = 'open'`],
  [
    'I9 two answers to one Idempotency-Key',
    'drop index idempotency_key; insert into idempotency select * from kept_idempotency',
  ],
  ['I4, I5, I7, I9 an index that keeps a promise is gone', 'drop index idempotency_key'],
  [
    'A2 a withdrawn order that keeps its signature',
    `update asks set witness = '["00"]' where status = 'cancelled'`,
  ],
  ['A2 a bid that ended and keeps its promise', `update rungs set promise = '00' where status = 'cancelled'`],
  ['I5 a coin kept by a funding that is over', `update bid_coins set kept = true`],
  ['A2 a seller’s half kept when its answer is over', answer('{"status": "absent"}')],
  ['A2 a seller’s half kept when its time is over', answer('{"sign_by": "2026-01-01"}')],
  [
    'I5 a coin kept by an answer that does not wait',
    `${answer('{"status": "absent", "witness": null}')};
     insert into live_coins select 'a coin', id, 'a' from live_answers`,
  ],
  ['I5 an answer waits for a bid that is sold or gone', answer('{}', `status = 'done'`)],
  [
    'I20 a coin of a pool on which the index counts otherwise',
    `${POOL}; insert into pool_coins (outpoint, pool, role, value, amount, height) values (repeat('a', 64) || ':0', 1, 'lane', 10000, 5, 1)`,
  ],
  [
    'I20 a BRC-20 pool on whose scripts lies less than it counts',
    `${POOL}; update pools set token = 'brc20:' || repeat('a', 64) || 'i0';
      insert into pool_moves (txid, pool, kind, d1, d2, ds, script, height, place, at)
      select 'a', 1, 'init', 0, 5, 0, '', height, 0, now() from tip`,
  ],
  [
    'I20 reserves of a pool that its lanes do not hold',
    `${POOL}; insert into pool_moves (txid, pool, kind, d1, d2, ds, script, height, place, at)
      select 'a', 1, 'init', 10000, 0, 0, '', height, 0, now() from tip`,
  ],
  ['I20 shares of a pool that the index does not count', `${POOL}; update pools set share_rune = '1:1'`],
  [
    POOL_COIN_MISSING,
    `${POOL}; insert into pool_coins (outpoint, pool, role, value, amount, height) values (repeat('a', 64) || ':0', 1, 'lane', 10000, 0, 1)`,
  ],
  [
    'I20 a coin with shares of a pool that is not the index’s',
    `${POOL}; insert into pool_share_coins (outpoint, pool, script, shares, height) values (repeat('a', 64) || ':0', 1, 'a', 5, 1)`,
  ],
  [
    'I20 a swap of a pool without its fill',
    `${POOL}; insert into pool_moves (txid, pool, kind, d1, d2, ds, script, height, place, at)
      select 'a', 1, '1x', 1, -1, 0, '', height, 0, now() from tip`,
  ],
  [
    'I20 a fill of a pool whose swap no block has',
    `insert into fills select (jsonb_populate_record(f, '{"kind": "pool", "reference": "a"}')).* from fills f limit 1`,
  ],
  ['I21 a deposit of the bridge that leaves without an exit', bridgeDeposit('paying')],
  [
    'I21 a deposit of the bridge with an exit that has not left',
    `${bridgeDeposit('confirming')}; ${bridgeExit('a')}`,
  ],
  [
    'I21 a deposit of the bridge that is paid out and refunded',
    `${bridgeDeposit('paying')}; ${bridgeExit('a')}; ${bridgeExit('b', 'one', 'refund')}`,
  ],
  [
    'I21 a deposit of the bridge that is paid out and refunded',
    `${bridgeDeposit('done')}; ${bridgeExit('a')}; ${bridgeExit('b', 'one', 'refund')}; update bridge_exits set height = 100`,
  ],
  [
    'I21 a coin of the bridge in exits of two deposits',
    `${bridgeDeposit('paying')}; ${bridgeDeposit('paying', 'two')}; ${bridgeExit('a')}; ${bridgeExit('b', 'two')}`,
  ],
  [
    'I21 the reserves of a bridged asset do not add up',
    `insert into bridge_assets (id, file, file_hash, keys, broken) values ('btc', '{}', '', '{}', true)`,
  ],
  [LOCK_INVARIANTS.exit, `update rungs set exit = ''`],
  [LOCK_INVARIANTS.place, `update bids set funding_height = null`],
  [LOCK_INVARIANTS.lock, `update rungs set spent_height = null`],
  [LOCK_INVARIANTS.sale, `update orders set status = 'open' where status = 'done' and side = 'bid'`],
  [LOCK_INVARIANTS.sats, `update orders set price = price + 1 where status = 'open' and side = 'bid'`],
  [
    TRANSACTION_INVARIANTS.fee,
    `update trades set network_fee = network_fee + 1 where status in ('sent', 'seen')`,
  ],
  [TRANSACTION_INVARIANTS.ways, ''],
  [
    TRANSACTION_INVARIANTS.lost,
    `insert into outbox select (jsonb_populate_record(b, jsonb_build_object('txid', repeat('a', 64), 'inputs', array[]::text[],
      'status', 'sent', 'kind', 'cancel', 'created_at', now() - interval '1 hour'))).* from outbox b limit 1`,
  ],
];

/** The asset of a sent take goes to somebody else: its first output, who is the buyer, is another. */
async function divert(): Promise<void> {
  const own = bytesToHex(buyer.script);
  await client.query(
    `update outbox set raw = overlay(raw placing $2 from position($1 in raw)) where status = 'sent'`,
    [own, own.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'))],
  );
}

describe('an invariant that is broken by hand is found', () => {
  it('for every one there is', () => {
    const all = [
      ...ROW_INVARIANTS.map(({ name }) => name),
      ...Object.values(TRANSACTION_INVARIANTS),
      POOL_COIN_MISSING,
      ...Object.values(LOCK_INVARIANTS),
    ];
    const found = new Set(BREAKS.map(([name]) => name));
    expect([...found].toSorted()).toEqual(all.toSorted());
  });

  it.each(BREAKS)('%s', async (name, breaking) => {
    await mend();
    expect(await brokenInvariants(world)).toEqual([]);
    if (breaking === '') await divert();
    else await client.query(breaking);
    expect((await brokenInvariants(world)).map((line) => line.slice(0, name.length))).toContain(name);
  });
});

describe('the running server', () => {
  it('looks by itself, tells health and the log, and says when all is well again', async () => {
    await mend();
    await client.query(`update orders set deal_txid = null where status = 'done'`);
    await world.exchange.server.restart();
    await world.exchange.ready();
    const state = async () => (await callApi(world.origin, 'health')).invariants;
    await expect.poll(state, { timeout: 10_000 }).toMatchObject({
      broken: [
        'I4 a sold order does not name its transaction',
        'I4 a sold order without its fill',
        'I4 a fill whose order is not sold by it',
        'I4 a confirmed trade whose order is not sold by it',
      ],
    });
    const log = readFileSync(join(world.directory, 'exchange', 'server.log'), 'utf8');
    expect(log).toMatch(/"level":50.*"invariant":"I4 a sold order does not name its transaction"/);
    await client.query(`update orders o set deal_txid = k.deal_txid from kept_orders k where k.id = o.id`);
    await world.exchange.server.restart();
    await world.exchange.ready();
    const well = async () => {
      const { checkedAt = 0, broken = [] } = (await state()) ?? {};
      return checkedAt > 0 && broken.length === 0;
    };
    await expect.poll(well, { timeout: 10_000 }).toBe(true);
  });
});
