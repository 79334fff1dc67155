/** For tests: a fresh database in one server that all tests of a process share. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import type { DatabaseUrls, Postgres } from './postgres.ts';

export interface TestDatabase extends DatabaseUrls {
  readonly name: string;
  readonly postgres: Postgres;
  /** Drops the database; the last one stops the server and removes its files. */
  drop(): Promise<void>;
}

let shared: Promise<Postgres> | undefined;
let users = 0;
let made = 0;

/** Gives a fresh database. Call `drop` when done, or the server outlives the test. */
export async function testDatabase(): Promise<TestDatabase> {
  users += 1;
  made += 1;
  const name = `test_${made}`;
  shared ??= startPostgres({ dataDir: mkdtempSync(join(tmpdir(), 'rialto-postgres-')) });
  const postgres = await shared;
  const urls = await postgres.createDatabase(name);
  return { ...urls, name, postgres, drop: () => release(postgres, name) };
}

async function release(postgres: Postgres, name: string): Promise<void> {
  users -= 1;
  if (users > 0) return postgres.dropDatabase(name);
  shared = undefined;
  await postgres.remove();
}
