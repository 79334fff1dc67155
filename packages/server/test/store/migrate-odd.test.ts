/** A ledger from before odd tokens were marked: its holdings are plain, and the blocks it has can still be taken back. */
import { rmSync } from 'node:fs';
import { blocks, mrc20Holdings } from '@rialto/ground';
import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { writeStored } from '../../src/store/ledger/ledger-bulk.ts';
import { readUndo } from '../../src/store/ledger/ledger-undo.ts';
import { migrate } from '../../src/store/migrate.ts';
import { oldMigrations } from './old-migrations.ts';

const LAST_BEFORE = 16;
const ASSET = `mrc20:${'55'.repeat(32)}i0`;
const [KEPT, SPENT, NEW] = ['11', '22', '33'].map((digits) => `${digits.repeat(32)}:0`);

let database: TestDatabase;
let store: Store;
let folder: string;

/** A block that spent one holding and made another. */
const UNDO = [
  { entity: 'balance', gone: true, cells: { script: '00', asset: 'brc20:x' } },
  {
    entity: 'mrc20Holding',
    gone: false,
    cells: { outpoint: SPENT, asset: ASSET, amount: '7', script: '0014' },
  },
  { entity: 'mrc20Holding', gone: true, cells: { outpoint: NEW, asset: ASSET } },
];

beforeAll(async () => {
  database = await testDatabase();
  store = openStore(database.ownerUrl, () => undefined);
  folder = oldMigrations(LAST_BEFORE);
  await migrate(store.pool, folder);
  const holding = 'insert into mrc20_holding (outpoint, asset, amount, script) values ($1, $2, 7, $3)';
  for (const point of [KEPT, NEW]) await store.pool.query(holding, [point, ASSET, '0014']);
  const block =
    'insert into block (height, hash, previous_hash, time, counts, undo) values ($1, $2, $3, 1, $4, $5)';
  await store.pool.query(block, [100, 'a', 'b', '{}', JSON.stringify(UNDO)]);
  await store.pool.query(block, [99, 'b', 'c', '{}', null]);
  await store.pool.query(block, [98, 'c', 'd', '{}', '[]']);
  await migrate(store.pool);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('keeps its holdings as plain, and takes its blocks back', async () => {
  const rows = await store.db.select({ height: blocks.height, undo: blocks.undo }).from(blocks);
  const undos = new Map(rows.map(({ height, undo }) => [height, undo]));
  const [balance, spent, made] = UNDO;
  expect(undos.get(100)).toEqual([balance, { ...spent, cells: { ...spent?.cells, odd: 'false' } }, made]);
  expect([undos.get(99), undos.get(98)]).toEqual([null, []]);
  await store.transact((tx) => writeStored(tx, readUndo(undos.get(100))));
  const held = await store.db.select().from(mrc20Holdings).orderBy(mrc20Holdings.outpoint);
  expect(held.map(({ outpoint, odd }) => [outpoint, odd])).toEqual([
    [KEPT, false],
    [SPENT, false],
  ]);
});
