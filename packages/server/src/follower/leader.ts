/** One follower of a ledger leads: it holds an advisory lock on a connection of its own, and loses the lead with that connection. A database may have several ledgers, each in a schema of its own, with a leader each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { followChannel } from '../store/ledger/ledger-follow.ts';

export interface Lead {
  /** False once the connection that holds the lock is gone. */
  held(): boolean;
  /** Scripts that began to be followed since the last call. */
  newScripts(): string[];
  release(): void;
}

const LOCK = 7_780_002;
const RETRY_MS = 1_000;

/** Waits until nobody else leads; undefined when `signal` ends the wait. */
export async function becomeLeader(pool: pg.Pool, signal: AbortSignal): Promise<Lead | undefined> {
  while (!signal.aborted) {
    const lead = await tryToLead(pool);
    if (lead !== undefined) return lead;
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function tryToLead(pool: pg.Pool): Promise<Lead | undefined> {
  const client = await pool.connect();
  let held = false;
  const onError = (): void => {
    held = false;
  };
  client.on('error', onError);
  client.on('end', onError);
  try {
    const { rows } = await client.query<{ got: boolean; schema: string }>(
      `select current_schema() as schema, case when current_schema() = 'public' then pg_try_advisory_lock($1)
        else pg_try_advisory_lock($1::int, hashtext(current_schema())) end as got`,
      [LOCK],
    );
    const [row] = rows;
    held = row?.got === true;
    if (row === undefined || !held) {
      client.release();
      return undefined;
    }
    await client.query(`listen ${client.escapeIdentifier(followChannel(row.schema))}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  const scripts = new Set<string>();
  client.on('notification', ({ payload }) => {
    if (payload !== undefined) scripts.add(payload);
  });
  return {
    held: () => held,
    newScripts: () => {
      const all = [...scripts];
      scripts.clear();
      return all;
    },
    // The connection is closed, not returned: the lock goes with it.
    release: () => {
      client.release(true);
    },
  };
}
