/** A copy of a running server's files, and a server's files out of such a copy: PostgreSQL's own online backup, in one archive. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresBinaries } from './binaries.ts';
import { clusterDirectory, serverUser } from './place.ts';

const run = promisify(execFile);
const TAR_MS = 120_000;
/** Of a running server, or made anew by each. */
const OMITTED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal']);
/** What PostgreSQL reads in a copy before anything else; its second line names the first log file that is needed. */
const LABEL = 'backup_label';
const SECRETS = 'secrets.json';

interface Cluster {
  /** The superuser's address. */
  readonly url: string;
  readonly directory: string;
  /** Where the passwords are. */
  readonly home: string;
}

/** Writes the archive. What commits meanwhile is in it or not; whatever it holds is whole. */
export async function copyCluster(cluster: Cluster, archive: string): Promise<void> {
  const work = await mkdtemp(`${archive}.`);
  try {
    const copy = join(work, 'cluster');
    const label = await withBackup(cluster.url, () => copyFiles(cluster.directory, copy));
    await writeFile(join(copy, LABEL), label, { mode: 0o600 });
    await copyLogs(cluster.directory, copy, label);
    await cp(join(cluster.home, SECRETS), join(work, SECRETS));
    await run('tar', ['-czf', archive, '-C', work, 'cluster', SECRETS], { timeout: TAR_MS });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Between the two calls of one connection PostgreSQL keeps everything that makes the copied files whole. */
async function withBackup(url: string, work: () => Promise<void>): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('rialto', true)`);
    await work();
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    const label = rows[0]?.labelfile;
    if (label === undefined) throw new Error('invariant: a backup has a label');
    return label;
  } finally {
    await client.end();
  }
}

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from))
    if (!OMITTED.has(name)) await cp(join(from, name), join(to, name), { recursive: true });
}

/** The log from the beginning of the copy on. */
async function copyLogs(from: string, to: string, label: string): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (first === undefined) throw new Error('invariant: a backup names its first log file');
  await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  for (const name of await readdir(join(from, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name) && name >= first)
      await cp(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
}

/** Puts the files of a copy where `startPostgres` with the same `dataDir` finds them; what was there is gone. */
export async function placeCluster(archive: string, dataDir: string): Promise<void> {
  const user = await serverUser();
  const directory = await clusterDirectory(dataDir, user);
  const parent = dirname(directory);
  await rm(directory, { recursive: true, force: true });
  const place = ['-xzf', archive, '--no-same-owner', '-C'];
  await run('tar', [...place, parent, basename(directory)], { timeout: TAR_MS });
  await run('tar', [...place, dataDir, SECRETS], { timeout: TAR_MS });
  if (user !== undefined) await run('chown', ['-R', `${user.uid}:${user.gid}`, directory]);
  await writeFile(join(parent, 'initialised'), await copyVersion());
}

/** Only the same PostgreSQL reads the files of another. */
export async function copyVersion(): Promise<string> {
  return (await postgresBinaries((await serverUser()) !== undefined)).version;
}
