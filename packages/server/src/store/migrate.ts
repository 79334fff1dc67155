/** Brings the database to the tables this version works with; two processes starting at once take turns. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

/** Any number, the same for every version. */
const LOCK = 7_780_001;
/** From the source tree, and from a bundle with the folder beside or above it. */
const PLACES = ['../../migrations/', './migrations/', '../migrations/', '../packages/server/migrations/'];

export async function migrate(pool: pg.Pool, folder: string = migrationsFolder()): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}

function migrationsFolder(): string {
  const found = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((place) =>
    existsSync(`${place}meta/_journal.json`),
  );
  if (found === undefined)
    throw new Error('the folder of database migrations is missing from this installation');
  return found;
}
