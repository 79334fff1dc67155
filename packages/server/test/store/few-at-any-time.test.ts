/** What is looked for with every block, every change of the mempool and every few seconds is found without reading the book. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endedBids } from '../../src/store/bids/bid-store.ts';
import { greyFundings, lostFundings } from '../../src/store/bids/funding-store.ts';
import {
  locksSpentInMempool,
  rungsEndedByMempool,
  rungsWithStatus,
} from '../../src/store/bids/rung-store.ts';
import type { Store, Tx } from '../../src/store/database.ts';
import { asksWithStatus } from '../../src/store/orders/ask-store.ts';
import { testStore } from './test-store.ts';

const ROWS = 3_000;
const FEE_RATE = 2;
const EXPIRY = 900;
/** The planner itself looks at the ends of an index. */
const MAX_READ = 20;

let store: Store;
let drop: () => Promise<void>;

/** Held ladders of one rung each, all open. */
beforeAll(async () => {
  ({ store, drop } = await testStore());
  await store.pool.query(
    `insert into orders (id, side, status, order_type, asset_id, tick, coin_amount, price, rate_e18, owner_address)
     select 'order ' || n, 'bid', 'open', 2, 'brc20:a', 'a', 1, 1, 1, 'somebody' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await store.pool.query(
    `insert into bids (id, owner_address, owner_key, funding_txid, funding_raw, coins, fee_rate, network_fee, change, total, expiry_height, exit_after)
     select md5(n::text)::uuid, 'somebody', '', 'funding ' || n, 'raw', '[]', $2::float8, 1, 0, 1, $3::int, 144 from generate_series(1, $1::int) n`,
    [ROWS, FEE_RATE, EXPIRY],
  );
  await store.pool.query(
    `insert into rungs (order_id, status, bid_id, outpoint, ticket, promise, exit)
     select 'order ' || n, 'open', md5(n::text)::uuid, 'funding ' || n || ':1', '{}', 'promise', '' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  for (const table of ['orders', 'bids', 'rungs']) await store.pool.query(`analyze ${table}`);
});
afterAll(() => drop());

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['fundings to grey', (tx) => greyFundings(tx, FEE_RATE)],
  ['bids whose time is over', (tx) => endedBids(tx, EXPIRY - 1, 36)],
  ['fundings that are lost', lostFundings],
  ['rungs that are paused', (tx) => rungsWithStatus(tx, 'paused')],
  ['rungs that the mempool ended', rungsEndedByMempool],
  ['locks that the mempool spends', locksSpentInMempool],
  ['asks that are paused', (tx) => asksWithStatus(tx, 'paused')],
])('finds that there are no %s without reading them all', async (_, look) => {
  const read = await store.transact(async (tx) => {
    // What this connection has read and not yet told of is counted too.
    const before = await rowsRead(tx);
    const found = await look(tx);
    expect(Array.isArray(found) ? found.length : found).toBe(0);
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBeLessThan(MAX_READ);
});

/** Rows of the three tables, by whatever way. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
      where relname in ('orders', 'bids', 'rungs')`,
  );
  return Number(rows[0]?.read);
}

it('greys what pays too little, and nothing twice', async () => {
  const changes = await store.transact(async (tx) => [
    await greyFundings(tx, FEE_RATE + 1),
    await greyFundings(tx, FEE_RATE + 1),
    await greyFundings(tx, FEE_RATE),
    await greyFundings(tx, FEE_RATE),
  ]);
  expect(changes).toEqual([ROWS, 0, ROWS, 0]);
});

it('a bid is over at its height, and near the exit of its locks', async () => {
  const txid = 'funding 1';
  const over = async (height: number) => (await endedBids(store.db, height, 36)).length;
  expect([await over(EXPIRY - 1), await over(EXPIRY)]).toEqual([0, ROWS]);
  await store.pool.query(`update bids set funding_height = 500 where funding_txid = $1`, [txid]);
  expect([await over(500 + 144 - 37), await over(500 + 144 - 36)]).toEqual([0, 1]);
});
