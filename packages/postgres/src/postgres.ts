/** A PostgreSQL started by us, from the package's binaries: durable, reached on loopback with a password, by three roles. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from './binaries.ts';
import { copyCluster } from './copy.ts';
import { freePort } from './free-port.ts';
import { clusterDirectory, serverUser } from './place.ts';
import { initialise, startServer } from './server-process.ts';
import { letSignerReadLedger } from './signer-role.ts';
import type { ServerProcess } from './server-process.ts';

interface PostgresOptions {
  readonly dataDir: string;
  /** A free one by default. */
  readonly port?: number;
}

export interface DatabaseUrls {
  /** Role `rialto`: owns the database. */
  readonly ownerUrl: string;
  /** Role `rialto_signer`: reads the ledger's tables and no others, changes nothing. */
  readonly signerUrl: string;
}

export interface Postgres {
  /** The superuser's address, for maintenance and tests; the exchange never uses it. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly logFile: string;
  readonly exited: Promise<void>;
  /** Makes the database unless it is there. */
  createDatabase(name: string): Promise<DatabaseUrls>;
  dropDatabase(name: string): Promise<void>;
  /** Writes all there is into an archive, while everything goes on. */
  copyTo(archive: string): Promise<void>;
  stop(): Promise<void>;
  /** As a power cut, for fault tests. */
  kill(): Promise<void>;
  /** Stops, and removes every file of it wherever it is. */
  remove(): Promise<void>;
}

interface Secrets {
  readonly superuser: string;
  readonly owner: string;
  readonly signer: string;
}

const READY_MS = 30_000;

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const user = await serverUser();
  const binaries = await postgresBinaries(user !== undefined);
  const home = resolve(options.dataDir);
  const directory = await clusterDirectory(home, user);
  const secrets = await secretsIn(home);
  const logFile = join(home, 'postgres.log');
  const cluster = { directory, binaries, user, logFile };
  await initialise(cluster, secrets.superuser);
  const port = options.port ?? (await freePort());
  const url = address('postgres', secrets.superuser, { port, database: 'postgres' });
  const server = await startWhenFree(cluster, { port, url });
  try {
    await withClient(url, (client) => makeRoles(client, secrets));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url,
    port,
    pid: server.pid,
    logFile,
    exited: server.exited,
    createDatabase: (name) => createDatabase({ url, port, secrets }, name),
    dropDatabase: (name) =>
      withClient(url, async (client) => {
        await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      }),
    copyTo: (archive) => copyCluster({ url, directory, home }, archive),
    stop: () => server.stop(),
    kill: () => server.kill(),
    remove: async () => {
      await server.stop();
      await removePostgres(home);
    },
  };
}

/** Removes a stopped database and everything that belongs to it. */
export async function removePostgres(dataDir: string): Promise<void> {
  const home = resolve(dataDir);
  const directory = await clusterDirectory(home, await serverUser());
  // One of its processes that outlived a kill may write a last file meanwhile: then it is removed once more.
  await rm(dirname(directory), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  await rm(home, { recursive: true, force: true });
}

async function secretsIn(home: string): Promise<Secrets> {
  const file = join(home, 'secrets.json');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return readSecrets(kept, file);
  const secret = (): string => randomBytes(24).toString('hex');
  const made: Secrets = { superuser: secret(), owner: secret(), signer: secret() };
  await mkdir(home, { recursive: true });
  await writeFile(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function readSecrets(kept: string, file: string): Secrets {
  const secret = (name: keyof Secrets): string => {
    const found = new RegExp(`"${name}":\\s*"([0-9a-f]+)"`).exec(kept)?.[1];
    if (found === undefined) throw new Error(`${file} holds no password for ${name}`);
    return found;
  };
  return { superuser: secret('superuser'), owner: secret('owner'), signer: secret('signer') };
}

function address(role: string, password: string, at: { port: number; database: string }): string {
  return `postgres://${role}:${password}@127.0.0.1:${at.port}/${at.database}`;
}

/** Processes of a server that was killed may hold its memory a moment longer; a new one starts when they have ended. */
const HELD = 'pre-existing shared memory block';
const HELD_MS = 100;

async function startWhenFree(
  cluster: Parameters<typeof startServer>[0],
  { port, url }: { readonly port: number; readonly url: string },
): Promise<ServerProcess> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const before = (await logOf(cluster)).length;
    const server = await startServer(cluster, port);
    try {
      await untilReady(url, server, cluster.logFile);
      return server;
    } catch (error) {
      await server.stop();
      // The processes that hold it write into the same log, behind what the new one says.
      const isHeld = (await logOf(cluster)).subarray(before).includes(HELD);
      if (!isHeld || performance.now() > deadline) throw error;
    }
    await sleep(HELD_MS);
  }
}

const logOf = ({ logFile }: { readonly logFile: string }): Promise<Buffer> =>
  readFile(logFile).catch(() => Buffer.alloc(0));

async function untilReady(url: string, server: ServerProcess, logFile: string): Promise<void> {
  const state = { ended: false };
  const watch = server.exited.then(() => {
    state.ended = true;
  });
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const problem = await withClient(url, async (client) => {
      await client.query('select 1');
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (problem === undefined) return;
    if (state.ended) await watch;
    if (state.ended || performance.now() > deadline) {
      const log = await readFile(logFile, 'utf8').catch(() => '');
      throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' | ')}`);
    }
    await sleep(15);
  }
}

async function makeRoles(client: pg.Client, secrets: Secrets): Promise<void> {
  for (const [role, password] of [
    ['rialto', secrets.owner],
    ['rialto_signer', secrets.signer],
  ] as const) {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    const verb = found.rowCount === 0 ? 'create' : 'alter';
    await client.query(
      `${verb} role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`,
    );
  }
  await client.query('alter role rialto_signer set default_transaction_read_only = on');
}

async function createDatabase(
  server: { url: string; port: number; secrets: Secrets },
  name: string,
): Promise<DatabaseUrls> {
  await withClient(server.url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)} owner rialto`);
  });
  const { port, secrets } = server;
  const inside = address('postgres', secrets.superuser, { port, database: name });
  await withClient(inside, async (client) => {
    await client.query('revoke create on schema public from public');
    await client.query('grant usage, create on schema public to rialto');
    await client.query('grant usage on schema public to rialto_signer');
    await letSignerReadLedger(client);
  });
  return {
    ownerUrl: address('rialto', secrets.owner, { port, database: name }),
    signerUrl: address('rialto_signer', secrets.signer, { port, database: name }),
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
