/** Connections to PostgreSQL with time-outs on everything; a connection that dies while idle is reported, not thrown. */
import pg from 'pg';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 20_000;

interface PoolOptions {
  readonly url: string;
  readonly most?: number;
  onError(error: Error): void;
}

export function openPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.most ?? 16,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
  });
  pool.on('error', options.onError);
  // A connection can die between two queries of a transaction; without a listener the error would end the process.
  pool.on('connect', (client) => {
    client.on('error', options.onError);
  });
  return pool;
}
