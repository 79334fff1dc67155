import { testDatabase } from '@rialto/postgres';
import type { TestDatabase } from '@rialto/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDatabase, checkSettings } from '../../src/store/assert-database.ts';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';

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

test('one that may forget acknowledged commits is refused', async () => {
  await asSuperuser(`alter database ${pg.escapeIdentifier(database.name)} set synchronous_commit = off`);
  await withStore(async (store) => {
    await expect(assertDatabase(store.pool)).rejects.toThrow('synchronous_commit is off');
  });
});

test.each(['fsync', 'synchronous_commit', 'full_page_writes'])(
  '%s off is refused, and so is silence',
  (name) => {
    const durable = new Map(['fsync', 'synchronous_commit', 'full_page_writes'].map((each) => [each, 'on']));
    checkSettings(durable);
    expect(() => {
      checkSettings(new Map([...durable, [name, 'off']]));
    }).toThrow(`${name} is off`);
    durable.delete(name);
    expect(() => {
      checkSettings(durable);
    }).toThrow(name);
  },
);
