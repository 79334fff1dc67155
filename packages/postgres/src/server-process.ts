/** One PostgreSQL server process on one cluster: made when new, cleared of what a killed run left behind, stopped in order. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries.ts';
import { endWithUs } from './end-with-us.ts';
import { own } from './place.ts';
import type { ServerUser } from './place.ts';

interface Cluster {
  readonly directory: string;
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  readonly logFile: string;
}

export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const STOP_MS = 20_000;
const INIT_MS = 60_000;

/** Makes the cluster unless it is complete; half a cluster from a killed first run is made anew. */
export async function initialise(cluster: Cluster, superPassword: string): Promise<boolean> {
  const done = join(dirname(cluster.directory), 'initialised');
  if (existsSync(done) && existsSync(join(cluster.directory, 'PG_VERSION'))) return false;
  await rm(cluster.directory, { recursive: true, force: true });
  await mkdir(cluster.directory, { recursive: true, mode: 0o700 });
  await own(cluster.directory, cluster.user);
  const secret = await mkdtemp(join(tmpdir(), 'rialto-init-'));
  try {
    await own(secret, cluster.user);
    const passwordFile = join(secret, 'password');
    await writeFile(passwordFile, superPassword, { mode: 0o600 });
    await own(passwordFile, cluster.user);
    await runInitdb(cluster, passwordFile);
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
  await writeFile(done, cluster.binaries.version);
  return true;
}

async function runInitdb(cluster: Cluster, passwordFile: string): Promise<void> {
  const args = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    // The first checkpoint after the start writes everything; syncing twice only costs the first start.
    '--no-sync',
    '-D',
    cluster.directory,
  ];
  const child = endWithUs(
    spawn(cluster.binaries.initdb, args, {
      ...identity(cluster.user),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: INIT_MS,
    }),
  );
  const said: string[] = [];
  child.stdout.on('data', (part: Buffer) => said.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => said.push(part.toString()));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`initdb failed: ${said.join('').trim().split('\n').slice(-3).join(' | ')}`);
}

export async function startServer(cluster: Cluster, port: number): Promise<ServerProcess> {
  await endOrphan(cluster.directory);
  const log = await open(cluster.logFile, 'a', 0o600);
  const child = spawn(cluster.binaries.postgres, serverArgs(cluster.directory, port), {
    ...identity(cluster.user),
    stdio: ['ignore', log.fd, log.fd],
    // Ctrl-C reaches the whole terminal group; the database stops last, by our word.
    detached: true,
  });
  endWithUs(child, 'SIGINT');
  const exited = new Promise<void>((done, fail) => {
    child.once('exit', () => {
      done();
    });
    child.once('error', fail);
  });
  await log.close();
  return {
    pid: child.pid ?? 0,
    exited,
    stop: () => stop(child, exited),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function serverArgs(directory: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    password_encryption: 'scram-sha-256',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', directory, ...options];
}

function identity(user: ServerUser | undefined): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
} {
  // The server's user may not be permitted to enter our working directory.
  const place = { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } };
  return user === undefined ? place : { ...place, uid: user.uid, gid: user.gid };
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await exited;
  clearTimeout(late);
}

/** A killed run leaves its lock file, and perhaps its server: end that server if it truly serves this cluster. */
async function endOrphan(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const pid = Number.parseInt((await readFile(file, 'utf8').catch(() => '')).split('\n')[0] ?? '', 10);
  if (!Number.isSafeInteger(pid)) return;
  if (await serves(pid, directory)) {
    process.kill(pid, 'SIGINT');
    const deadline = performance.now() + STOP_MS;
    while ((await serves(pid, directory)) && performance.now() < deadline) await sleep(30);
  }
  // Its number may belong to another program by now, which PostgreSQL would take for a running server.
  await rm(file, { force: true });
}

async function serves(pid: number, directory: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line.includes(`\0${directory}\0`);
}
