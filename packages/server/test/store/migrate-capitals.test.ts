/** Rows of one who had logged in with an address in capitals are those of the address: what they offered, they can withdraw. */
import { rmSync } from 'node:fs';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { oldMigrations } from './old-migrations.ts';

const LAST_BEFORE = 19;
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const LEGACY = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const CAPITALS = SEGWIT.toUpperCase();
const TRADE = '11111111-1111-4111-8111-111111111111';

let database: TestDatabase;
let store: Store;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  folder = oldMigrations(LAST_BEFORE);
  await migrate(store.pool, folder);
  for (const [id, owner, taker] of [
    ['one', CAPITALS, ''],
    ['two', SEGWIT, CAPITALS],
    ['three', LEGACY, SEGWIT],
  ])
    await store.pool.query(
      `insert into orders (id, side, status, order_type, asset_id, tick, price, coin_amount, rate_e18, owner_address, taker_address)
       values ($1, 'ask', 'open', 1, 'brc20:x', 'x', 1, 1, 1, $2, $3)`,
      [id, owner, taker],
    );
  await store.pool.query(
    `insert into takes (id, buyer_address, order_ids, plan, unsigned, expires_at) values ($1, $2, '[]', '{}', '', now())`,
    [TRADE, CAPITALS],
  );
  await store.pool.query(
    `insert into sessions (id, public_key, address, expires_at) values ('s', '02', $1, now())`,
    [CAPITALS],
  );
  await migrate(store.pool);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('writes segwit addresses in small letters, and leaves the others', async () => {
  const { rows } = await store.pool.query<{ who: string }>(
    `select owner_address || ' ' || taker_address as who from orders order by id`,
  );
  expect(rows.map(({ who }) => who)).toEqual([`${SEGWIT} `, `${LEGACY} ${SEGWIT}`, `${SEGWIT} ${SEGWIT}`]);
  for (const [table, column] of [
    ['takes', 'buyer_address'],
    ['sessions', 'address'],
  ] as const) {
    const kept = await store.pool.query<{ address: string }>(`select ${column} as address from ${table}`);
    expect(kept.rows).toEqual([{ address: SEGWIT }]);
  }
});
