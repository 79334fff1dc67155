/** The user of the database server and the place of its files: PostgreSQL refuses root, and its own user cannot pass a private home. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SYSTEM_STATE } from './binaries.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const CLUSTERS = join(SYSTEM_STATE, 'clusters');
const run = promisify(execFile);

/** The user to become: nobody else for an ordinary user, `postgres` (made when missing) for root. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await passwdEntry('postgres');
  if (found !== undefined) return found;
  await run(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    {
      timeout: 20_000,
    },
  );
  const made = await passwdEntry('postgres');
  if (made === undefined)
    throw new Error('PostgreSQL does not run as root, and the user "postgres" could not be made.');
  return made;
}

async function passwdEntry(name: string): Promise<ServerUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  if (fields === undefined) return undefined;
  return { uid: Number.parseInt(fields[2] ?? '', 10), gid: Number.parseInt(fields[3] ?? '', 10) };
}

/** The cluster's directory: inside `dataDir` where the server's user can reach it, else under the system's state directory. */
export async function clusterDirectory(dataDir: string, user: ServerUser | undefined): Promise<string> {
  const home = resolve(dataDir);
  await mkdir(home, { recursive: true, mode: 0o755 });
  if (user === undefined) return join(home, 'cluster');
  await sweep();
  if (!existsSync(join(home, 'cluster-id')) && (await canPass(home))) return join(home, 'cluster');
  const directory = join(CLUSTERS, await clusterId(home));
  await mkdir(directory, { recursive: true, mode: 0o755 });
  await writeFile(join(directory, 'origin'), home);
  return join(directory, 'cluster');
}

export async function own(path: string, user: ServerUser | undefined): Promise<void> {
  if (user !== undefined) await chown(path, user.uid, user.gid);
}

/** Every directory on the way lets others pass. */
async function canPass(directory: string): Promise<boolean> {
  for (let at = directory; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Kept beside the data, not made from its path: a deleted and new directory of the same name is another database. */
async function clusterId(home: string): Promise<string> {
  const file = join(home, 'cluster-id');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (/^[0-9a-f-]{36}$/.test(kept)) return kept;
  const id = randomUUID();
  await writeFile(file, id);
  return id;
}

/** Removes clusters whose data directory is gone and that nobody runs. */
async function sweep(): Promise<void> {
  for (const id of await readdir(CLUSTERS).catch(() => [])) {
    const directory = join(CLUSTERS, id);
    const origin = await readFile(join(directory, 'origin'), 'utf8').catch(() => '');
    if (origin === '') continue;
    const kept = await readFile(join(origin, 'cluster-id'), 'utf8').catch(() => '');
    if (kept === id || existsSync(join(directory, 'cluster', 'postmaster.pid'))) continue;
    await rm(directory, { recursive: true, force: true });
  }
}
