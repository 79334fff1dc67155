/** Finding a prepared purchase by one of its orders costs the same, however many were prepared for others and for its buyer. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store, Tx } from '../../src/store/database.ts';
import { takes } from '../../src/store/schema/index.ts';
import { takeOfOrder } from '../../src/store/orders/trade-store.ts';
import { testStore } from './test-store.ts';

const BUYER = 'the buyer';
const ROWS = 20_000;
const at = Date.UTC(2026, 0, 1);

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await testStore());
  // Those of others are later.
  for (const [buyer, hour] of [
    [BUYER, 1],
    ['somebody else', 2],
  ] as const)
    await store.pool.query(
      `insert into takes (id, buyer_address, order_ids, plan, unsigned, expires_at)
       select gen_random_uuid(), $1, jsonb_build_array('order ' || n), '{}', repeat('ab', 400) || n, $2::timestamptz + n * interval '1 ms'
       from generate_series(1, $3::int) n`,
      [buyer, new Date(at + (hour - 3) * 3_600_000), ROWS],
    );
  await store.pool.query('analyze takes');
});
afterAll(() => drop());

async function put(orderId: string, unsigned: string, expiresAt: number): Promise<string> {
  const id = randomUUID();
  const row = { id, orderIds: ['another', orderId], plan: {} as never, unsigned, buyerAddress: BUYER };
  await store.db.insert(takes).values({ ...row, expiresAt: new Date(expiresAt) });
  return id;
}

it('finds the latest with this very transaction, or else the latest', async () => {
  const signed = await put('wanted', 'signed', at + 1);
  const later = await put('wanted', 'later', at + 2);
  const find = async (orderId: string, unsigned: string, buyerAddress = BUYER) =>
    (await takeOfOrder(store.db, { orderId, unsigned, buyerAddress }))?.id;
  expect(await find('wanted', 'signed')).toBe(signed);
  expect(await find('wanted', 'something else')).toBe(later);
  expect(await find('another', 'later')).toBe(later);
  expect(await find('of nobody', 'signed')).toBeUndefined();
  expect(await find('wanted', 'signed', 'somebody else')).toBeUndefined();
});

it('reads no more than the latest thousand of the buyer', async () => {
  const read = await store.transact(async (tx) => {
    // What this connection has read and not yet told of is counted too.
    const before = await rowsRead(tx);
    const nothing = { orderId: 'of nobody', unsigned: '', buyerAddress: BUYER };
    expect(await takeOfOrder(tx, nothing)).toBeUndefined();
    return (await rowsRead(tx)) - before;
  });
  expect(read).toBe(1_000);
});

/** Rows of the table, by whatever way. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    sql`select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = 'takes'`,
  );
  return Number(rows[0]?.read);
}
