/** What anybody may ask of any address costs no more the longer the exchange runs; PostgreSQL is real. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../src/store/database.ts';
import {
  finishedOrders,
  invalidOrders,
  stuckTransactions,
  voidTrades,
} from '../../src/store/notification-store.ts';
import { orders, outbox, trades } from '../../src/store/schema/index.ts';
import { testStore } from '../store/test-store.ts';

const OVER = 20_000;
const WAITING = 20;
/** Rows that what one address is told may cost, of all tables together. */
const MAX_READ = 500;
/** Who bought and sold all these. */
const ADDRESSES = 1_000;
let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
  const tradeId = sql`md5(i::text)::uuid`;
  const status = (waiting: string, over: string) =>
    sql`case when i <= ${WAITING}::int then ${waiting} else ${over} end`;
  const count = sql`generate_series(1, ${OVER}::int) i`;
  await store.db
    .execute(sql`insert into ${trades} (id, status, asset_id, tick, price, coin_amount, network_fee,
      service_fee, buyer_address, order_ids, txid)
    select ${tradeId}, ${status('seen', 'void')}, 'asset', 'opal', 1, 1, 1, 1, 'buyer ' || i % ${ADDRESSES}::int, '[]', 'tx ' || i from ${count}`);
  await store.db
    .execute(sql`insert into ${outbox} (txid, raw, kind, reference, inputs, status, stuck_at, vsize, fee)
    select 'tx ' || i, '', 'trade', ${tradeId}::text, '{}', ${status('sent', 'final')}, now(), 100, 1 from ${count}`);
  await store.db
    .execute(sql`insert into ${orders} (id, status, side, order_type, asset_id, tick, price, coin_amount, rate_e18,
      taker_address, owner_address, closed_at)
    select 'order ' || i, case when i % 2 = 1 then 'done' else 'invalid' end, 'ask', 1, 'asset', 'opal', 1, 1, 1,
      'buyer ' || i % ${ADDRESSES}::int, 'buyer ' || (i + 1) % ${ADDRESSES}::int, now() from ${count}`);
  await store.db.execute(sql`analyze`);
}, 60_000);

afterAll(() => drop());

const Read = z.array(z.object({ read: z.int() }));

it('reads by index what an address is told, not every order and trade there ever was', async () => {
  const address = 'buyer 5';
  await store.transact(async (tx) => {
    const stuck = await stuckTransactions(tx, address, { slow: 5 });
    expect(stuck.map(({ txid }) => txid)).toEqual(['tx 5']);
    const each = OVER / ADDRESSES;
    expect(await finishedOrders(tx, address)).toHaveLength(each);
    expect(await invalidOrders(tx, address, 'ask')).toHaveLength(each);
    expect(await voidTrades(tx, address)).toHaveLength(each - 1);
    const { rows } = await tx.execute(
      sql`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname in ('trades', 'outbox', 'orders')`,
    );
    const [{ read } = { read: Infinity }] = Read.parse(rows);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(MAX_READ);
  });
});
