/** What anybody may ask of any address costs no more the longer the exchange runs; PostgreSQL is real. */
import { testDatabase } from '@rialto/ground';
import type { TestDatabase } from '@rialto/ground';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore } from '../src/store/database.ts';
import type { Store } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import {
  finishedOrders,
  invalidAsks,
  stuckTransactions,
  voidTrades,
} from '../src/store/notification-store.ts';
import { outbox, trades } from '../src/store/schema.ts';

const OVER = 20_000;
const WAITING = 20;
let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  const tradeId = sql`md5(i::text)::uuid`;
  const status = (waiting: string) => sql`case when i <= ${WAITING}::int then ${waiting} else 'final' end`;
  const count = sql`generate_series(1, ${OVER}::int) i`;
  await store.db
    .execute(sql`insert into ${trades} (id, status, asset_id, tick, price, coin_amount, network_fee,
      service_fee, buyer_address, order_ids, txid)
    select ${tradeId}, ${status('seen')}, 'asset', 'opal', 1, 1, 1, 1, 'buyer ' || i % 10, '[]', 'tx ' || i from ${count}`);
  await store.db
    .execute(sql`insert into ${outbox} (txid, raw, kind, reference, inputs, status, stuck_at, vsize, fee)
    select 'tx ' || i, '', 'trade', ${tradeId}::text, '{}', ${status('sent')}, now(), 100, 1 from ${count}`);
  await store.db.execute(sql`analyze`);
}, 60_000);

afterAll(async () => {
  await store.close();
  await database.drop();
});

const Read = z.array(z.object({ read: z.int() }));

it('reads by index what an address is told, not every trade there ever was', async () => {
  const address = 'buyer 5';
  await store.db.transaction(async (tx) => {
    const stuck = await stuckTransactions(tx, address, { type: 7, slow: 5 });
    expect(stuck.map(({ tick }) => tick)).toEqual(['opal', 'opal']);
    for (const news of [finishedOrders, invalidAsks, voidTrades])
      expect(await news(tx, address, 4)).toEqual([]);
    const { rows } = await tx.execute(
      sql`select coalesce(sum(seq_tup_read), 0)::int as read from pg_stat_xact_user_tables where relname in ('trades', 'outbox', 'orders')`,
    );
    expect(Read.parse(rows)).toEqual([{ read: 0 }]);
  });
});
