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
  for (const [address, type, readUntil] of [
    [CAPITALS, 1, '2026-01-03'],
    [CAPITALS, 2, '2026-01-01'],
    [SEGWIT, 2, '2026-01-02'],
    [LEGACY, 1, '2026-01-01'],
  ])
    await store.pool.query('insert into notification_marks values ($1, $2, $3)', [address, type, readUntil]);
  for (const [reference, buyer, seller] of [
    ['own', CAPITALS, SEGWIT],
    ['sale', CAPITALS, LEGACY],
    ['stranger', '', ''],
  ])
    await store.pool.query(
      `insert into fills (kind, reference, side, market, asset_id, tick, decimals, amount, sats, rate_e18, service_fee, fee_paid_by, buyer, seller, txid, height, at)
       values ('order', $1, 'ask', 'brc20', 'brc20:x', 'x', 0, 1, 1, 1, 0, '', $2, $3, 't', 1, now())`,
      [reference, buyer, seller],
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

it('keeps what was read, once for each address', async () => {
  const { rows } = await store.pool.query<{ mark: string }>(
    `select address || ' ' || type || ' ' || to_char(read_until, 'DD') as mark from notification_marks order by address desc, type`,
  );
  expect(rows.map(({ mark }) => mark)).toEqual([`${SEGWIT} 1 03`, `${SEGWIT} 2 02`, `${LEGACY} 1 01`]);
});

it('counts no sale of an address to itself', async () => {
  const { rows } = await store.pool.query('select reference, excluded from fills order by reference');
  expect(rows).toEqual([
    { reference: 'own', excluded: 'same-address' },
    { reference: 'sale', excluded: null },
    { reference: 'stranger', excluded: null },
  ]);
});
