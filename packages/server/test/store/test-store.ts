/** A store of its own over real PostgreSQL, migrated: for tests of what the database is asked. */
import { testDatabase } from '@rialto/postgres';
import { openStore } from '../../src/store/database.ts';
import type { Store } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';

export interface TestStore {
  readonly store: Store;
  drop(): Promise<void>;
}

export async function testStore(): Promise<TestStore> {
  const database = await testDatabase();
  const store = openStore(database.ownerUrl, () => undefined);
  await migrate(store.pool);
  return {
    store,
    drop: async () => {
      await store.close();
      await database.drop();
    },
  };
}
