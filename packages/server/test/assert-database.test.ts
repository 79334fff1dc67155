import { testDatabase } from '@rialto/ground';
import type { TestDatabase } from '@rialto/ground';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDatabase } from '../src/store/assert-database.ts';
import { openStore } from '../src/store/database.ts';
import type { Store } from '../src/store/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(async () => {
  await database.drop();
});

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.postgres.url });
  await client.connect();
  await client.query(statement);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = openStore(database.ownerUrl, () => undefined);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

test('a durable database with locks and notices is taken', async () => {
  await withStore(async (store) => {
    await assertDatabase(store.pool);
    await assertDatabase(store.pool);
  });
});

test.each(['fsync', 'synchronous_commit', 'full_page_writes'])(
  'one with %s off is refused',
  async (setting) => {
    await asSuperuser(`alter system set ${setting} = off`);
    try {
      await withStore(async (store) => {
        await expect
          .poll(() => assertDatabase(store.pool).catch((error: unknown) => String(error)))
          .toContain(setting);
      });
    } finally {
      await asSuperuser(`alter system reset ${setting}`);
    }
  },
);
