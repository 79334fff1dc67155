import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeCluster } from '../src/copy.ts';
import { startPostgres } from '../src/postgres.ts';
import type { Postgres } from '../src/postgres.ts';
import { testDatabase } from '../src/test-database.ts';

let parent: string;
let dataDir: string;
let server: Postgres;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rialto-closed-'));
  await chmod(parent, 0o700);
  dataDir = join(parent, 'data', 'postgres');
  await mkdir(dataDir, { recursive: true });
  server = await startPostgres({ dataDir });
}, 60_000);

afterAll(async () => {
  await server.remove();
  await rm(parent, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const answer = await client.query<Record<string, unknown>>(sql);
    return answer.rows;
  } finally {
    await client.end();
  }
}

/** Busy for as long on a fast machine as on a slow one. */
const COUNTS = `do $$ declare until timestamptz := clock_timestamp() + interval '5 seconds';
  begin while clock_timestamp() < until loop null; end loop; end $$`;

describe('our own PostgreSQL', () => {
  it('runs below a directory that only its owner may enter', async () => {
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is durable, listens on loopback only and asks for a password', async () => {
    expect(await query(server.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(server.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrong = `postgres://rialto:wrong@127.0.0.1:${server.port}/postgres`;
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('keeps its passwords in a file nobody else reads', async () => {
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('lets the signer read the ledger and nothing else, and change nothing', async () => {
    const { ownerUrl, signerUrl } = await server.createDatabase('roles');
    await query(ownerUrl, 'create table coin (id int); insert into coin values (7)');
    await query(ownerUrl, 'create table sessions (id int); insert into sessions values (8)');
    expect(await query(signerUrl, 'select id from coin')).toEqual([{ id: 7 }]);
    await expect(query(signerUrl, 'select id from sessions')).rejects.toThrow(/permission denied/);
    await expect(query(signerUrl, 'insert into coin values (8)')).rejects.toThrow(
      /read-only|permission denied/,
    );
    await expect(
      query(signerUrl, 'set default_transaction_read_only = off; insert into coin values (8)'),
    ).rejects.toThrow(/read-only|permission denied/);
    await expect(query(signerUrl, 'create table mine (id int)')).rejects.toThrow(
      /read-only|permission denied/,
    );
    await server.createDatabase('roles');
    expect(await query(signerUrl, 'select id from coin')).toEqual([{ id: 7 }]);
    await expect(query(signerUrl, 'select id from sessions')).rejects.toThrow(/permission denied/);
  });

  it('is there again after kill -9, with everything that was committed', async () => {
    const { ownerUrl } = await server.createDatabase('kept');
    await query(ownerUrl, 'create table note (n int); insert into note values (1)');
    await server.kill();
    server = await startPostgres({ dataDir });
    const again = await server.createDatabase('kept');
    expect(await query(again.ownerUrl, 'select n from note')).toEqual([{ n: 1 }]);
  }, 60_000);

  it('waits for a process of the killed one that still holds its memory', async () => {
    const { ownerUrl } = await server.createDatabase('busy');
    // It looks at nothing but the clock, and so does not see that its server is dead.
    const counting = query(ownerUrl, COUNTS);
    counting.catch(() => undefined);
    const isCounting = `select count(*)::int as n from pg_stat_activity where datname = 'busy' and state = 'active'`;
    await expect.poll(() => query(server.url, isCounting), { timeout: 10_000 }).toEqual([{ n: 1 }]);
    await server.kill();
    server = await startPostgres({ dataDir });
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const log = await readFile(server.logFile, 'utf8');
    expect(log).toContain('pre-existing shared memory block');
  }, 60_000);

  it('is copied while it works, and the copy runs elsewhere by itself', async () => {
    const { ownerUrl } = await server.createDatabase('copied');
    await query(ownerUrl, 'create table line (n int primary key); insert into line values (0)');
    const state = { isWriting: true };
    const writing = (async () => {
      for (let n = 1; state.isWriting; n += 1) await query(ownerUrl, `insert into line values (${n})`);
    })();
    const archive = join(parent, 'copy.tar.gz');
    await server.copyTo(archive);
    state.isWriting = false;
    await writing;
    const elsewhere = join(parent, 'elsewhere', 'postgres');
    await mkdir(elsewhere, { recursive: true });
    await placeCluster(archive, elsewhere);
    const copy = await startPostgres({ dataDir: elsewhere });
    try {
      const { ownerUrl: its } = await copy.createDatabase('copied');
      const [found] = await query(its, 'select count(*)::int as lines, max(n) as last from line');
      // Whatever was in it by then, without a gap.
      const { lines, last } = found as { lines: number; last: number };
      expect(lines).toBe(last + 1);
      await query(its, 'insert into line values (-1)');
    } finally {
      await copy.remove();
    }
    expect(
      await query(ownerUrl, 'select n from line where n = -1'),
      'the first one knows nothing of it',
    ).toEqual([]);
  }, 60_000);

  it('gives tests a fresh database each', async () => {
    const one = await testDatabase();
    const two = await testDatabase();
    await query(one.ownerUrl, 'create table only_here (n int)');
    expect(await query(two.ownerUrl, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
    await one.drop();
    await two.drop();
    await expect(query(two.ownerUrl, 'select 1')).rejects.toThrow();
  }, 60_000);
});
