/** Builds the two peers that read JSON as OPI and MAN do: once, outside the source, and again when their source changes. */
import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A program that can be run, or the reason why there is none. */
type Built = { readonly program: string } | { readonly missing: string };

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const INTO = fileURLToPath(new URL('../../../../../.cache/json-peers/', import.meta.url));
const MINUTES = 60_000;

const run = promisify(execFile);

function isNotThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Why a tool does not work here; undefined when it does. */
async function whyNot(tool: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    await run(tool, args, { cwd, timeout: 5 * MINUTES });
    return undefined;
  } catch (error) {
    if (isNotThere(error)) return `there is no \`${tool}\` here`;
    return `\`${tool} ${args.join(' ')}\` failed: ${String(error)}`;
  }
}

/** The reader of OPI's `ord`, or with `index` that of its `brc20_index`. A crate that cannot be had is a reason, an error in the source is not. */
export async function buildOpi(part: 'ord' | 'index'): Promise<Built> {
  const folder = join(INTO, `opi-${part}`);
  await mkdir(folder, { recursive: true });
  await cp(join(SOURCE, 'opi'), folder, { recursive: true });
  const missing =
    (await whyNot('cargo', ['--version'], folder)) ?? (await whyNot('cargo', ['fetch'], folder));
  if (missing !== undefined) return { missing };
  const features = part === 'index' ? ['--features', 'index'] : [];
  await run('cargo', ['build', '--release', '--offline', ...features], {
    cwd: folder,
    timeout: 10 * MINUTES,
    env: { ...process.env, CARGO_TARGET_DIR: join(folder, 'target') },
  });
  return { program: join(folder, 'target', 'release', 'opi-json') };
}

export async function buildMan(): Promise<Built> {
  await mkdir(INTO, { recursive: true });
  const missing = await whyNot('go', ['version'], SOURCE);
  if (missing !== undefined) return { missing };
  const program = join(INTO, 'man-json');
  await run('go', ['build', '-o', program, '.'], { cwd: join(SOURCE, 'man'), timeout: 5 * MINUTES });
  return { program };
}
