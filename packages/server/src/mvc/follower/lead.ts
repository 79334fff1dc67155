/** One process at a time writes the MVC index: it holds an advisory lock on a connection of its own and writes through that connection alone, so whoever loses the lock writes nothing more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

export interface Lead {
  readonly db: NodePgDatabase;
  /** False once the connection is gone. */
  held(): boolean;
  release(): void;
}

const LOCK = 7_780_004;
const RETRY_MS = 1_000;

/**
 * Waits until nobody else leads.
 * @param schema of the index: each has a leader of its own
 * @returns undefined when `signal` ends the wait
 */
export async function becomeLeader(
  pool: pg.Pool,
  schema: string,
  signal: AbortSignal,
): Promise<Lead | undefined> {
  while (!signal.aborted) {
    const lead = await tryToLead(pool, schema);
    if (lead !== undefined) return lead;
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function tryToLead(pool: pg.Pool, schema: string): Promise<Lead | undefined> {
  const client = await pool.connect();
  let held = false;
  const onError = (): void => {
    held = false;
  };
  client.on('error', onError);
  client.on('end', onError);
  try {
    const { rows } = await client.query<{ got: boolean }>(
      'select pg_try_advisory_lock($1::int, hashtext($2)) as got',
      [LOCK, schema],
    );
    held = rows[0]?.got === true;
  } catch (error) {
    client.release(true);
    throw error;
  }
  if (!held) {
    client.release();
    return undefined;
  }
  return {
    db: drizzle(client),
    held: () => held,
    // The connection is closed, not returned: the lock goes with it.
    release: () => {
      client.release(true);
    },
  };
}
