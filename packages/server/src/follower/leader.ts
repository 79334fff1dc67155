/** One follower leads: it holds an advisory lock on a connection of its own, and loses the lead with that connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { FOLLOW_CHANNEL } from '../store/ledger/ledger-follow.ts';

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
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK]);
    held = rows[0]?.got === true;
    if (!held) {
      client.release();
      return undefined;
    }
    await client.query(`listen ${FOLLOW_CHANNEL}`);
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
