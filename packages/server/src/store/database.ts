/** The pool of connections and the typed door to them. A dead database is a refusal, never a crash. */
import { Refusal } from '@rialto/refusals';
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgTransactionConfig } from 'drizzle-orm/pg-core';
import { openPool } from '@rialto/ground';
import type pg from 'pg';

/** Inside a transaction or outside: what queries need. */
export type Queries = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'with' | '$with'
>;

declare const inTx: unique symbol;
/** Inside a database transaction, which `Store.transact` alone opens: what must be written together, or not at all, takes it. */
export type Tx = Queries & { readonly [inTx]: true };

/**
 * True for one of many values, in the form in which the column keeps them. One parameter however many: a statement takes
 * 65,535, a mempool spends more coins.
 */
export function among(column: PgColumn, values: readonly string[]): SQL {
  const kept = values.map((value) => column.mapToDriverValue(value));
  return sql`${column} = any(${sql.param(kept)}::text[])`;
}

export interface Store {
  readonly pool: pg.Pool;
  readonly db: Queries;
  /** One transaction: all of the work is written, or none of it when it throws. */
  transact<T>(work: (tx: Tx) => Promise<T>, options?: PgTransactionConfig): Promise<T>;
  close(): Promise<void>;
}

/** Opens the pool; `onError` hears of connections that die while idle. */
export function openStore(url: string, onError: (error: Error) => void): Store {
  const pool = openPool({ url, onError });
  const db = drizzle(pool);
  return {
    pool,
    db,
    transact: (work, options) => db.transaction((tx: Queries) => work(tx as Tx), options),
    close: () => pool.end(),
  };
}

const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
]);

/** The database's own error inside whatever wraps it. */
function databaseError(error: unknown): { code: string; constraint: string } | undefined {
  let cause: unknown = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') {
      const constraint =
        'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : '';
      return { code: cause.code, constraint };
    }
    cause = cause.cause;
  }
  return undefined;
}

/** True when the error says that the database cannot be reached. */
export function isDatabaseDown(error: unknown): boolean {
  const inner = databaseError(error);
  if (inner !== undefined && DOWN.has(inner.code)) return true;
  const text =
    error instanceof Error
      ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
      : '';
  return /Connection terminated|connection timeout|timeout exceeded when trying to connect/i.test(text);
}

/** Turns "cannot be reached" into its refusal and leaves every other error alone. */
export function asRefusal(error: unknown): unknown {
  return isDatabaseDown(error) ? new Refusal('database-down') : error;
}

/** True for a unique violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const inner = databaseError(error);
  return inner?.code === '23505' && inner.constraint === constraint;
}
