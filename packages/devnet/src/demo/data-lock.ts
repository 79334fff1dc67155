/** One demo per data directory: a lock that is gone when we are, and an end for programs a killed run left behind. */
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOCK = 'lock';
const ADDRESS = 'running-at';
const END_MS = 5_000;

/** @throws when another demo runs on this directory, with its address */
export async function lockData(dataDir: string, origin: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const release = await tryLock(join(dataDir, LOCK));
  if (release === undefined) {
    const where = await readFile(join(dataDir, ADDRESS), 'utf8').catch(
      () => 'an address it has not told yet',
    );
    throw new Error(
      `It is already running on this data, at ${where.trim()}. Stop it there, or use --data and --port.`,
    );
  }
  await writeFile(join(dataDir, ADDRESS), `${origin}\n`);
  return async () => {
    await rm(join(dataDir, ADDRESS), { force: true });
    release();
  };
}

/** Empties the directory but for the lock itself. */
export async function emptyData(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name !== LOCK && name !== ADDRESS) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** The lock is held by a child process that reads our pipe: however we end, the pipe closes and the lock is free. */
function tryLock(file: string): Promise<(() => void) | undefined> {
  const child = spawn('flock', ['-n', file, 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', () => {
      done(undefined);
    });
    child.stdout.once('data', () => {
      done(() => {
        child.stdin.end();
      });
    });
  });
}

/** Ends server and signer processes of this data directory that outlived their demo; looks at nothing else. */
export async function endOrphans(dataDir: string): Promise<void> {
  for (const pid of await orphans(dataDir)) {
    process.kill(pid, 'SIGTERM');
    const until = performance.now() + END_MS;
    while ((await isOrphan(pid, dataDir)) && performance.now() < until) await sleep(30);
    if (await isOrphan(pid, dataDir)) process.kill(pid, 'SIGKILL');
  }
}

async function orphans(dataDir: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number.parseInt(name, 10);
    if (pid > 1 && pid !== process.pid && (await isOrphan(pid, dataDir))) found.push(pid);
  }
  return found;
}

async function isOrphan(pid: number, dataDir: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!/\/(server|signer)\.mjs\0/.test(line)) return false;
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment.includes(`=${join(dataDir, 'exchange')}/`);
}
