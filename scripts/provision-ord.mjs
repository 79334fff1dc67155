/**
 * Finds an `ord` to compare our ledgers with, or builds one: ORD_BIN, PATH, the one built before, else `cargo install ord`
 * where cargo is installed. Run by itself it prints the path.
 */
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isMain, run } from './lib/run.mjs';

/** What our ledgers were compared with last; a later one may follow other rules, which is worth knowing, but not by chance. */
const VERSION = '0.29.1';
const TIMEOUT_MS = 2 * 3_600_000;
const TICK_MS = 15_000;
const ADVICE = 'Set ORD_BIN to an ord, or install cargo with a C compiler, make and OpenSSL.';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** Kept between runs and clones, beside the node. */
const cache = () => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'rialto', 'ord');

async function cargoInstall(say) {
  const started = Date.now();
  const ticker = setInterval(() => {
    say(
      `building ord ${VERSION} with cargo, which takes a quarter of an hour or more … ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }, TICK_MS);
  const target = join(cache(), 'target');
  mkdirSync(cache(), { recursive: true });
  try {
    say(`building ord ${VERSION} with cargo …`);
    const command = ['cargo', 'install', 'ord', '--version', VERSION, '--locked', '--root', cache()];
    const { code, stderr } = await run(command, { timeoutMs: TIMEOUT_MS, env: { CARGO_TARGET_DIR: target } });
    if (code === 0) rmSync(target, { recursive: true, force: true });
    return code === 0 ? '' : stderr.trim().split('\n').slice(-6).join('\n');
  } finally {
    clearInterval(ticker);
  }
}

/**
 * @param {{ build: boolean }} options false: only look
 * @returns {Promise<{ path?: string, why?: string }>} why there is none
 */
export async function provisionOrd({ build }, say = (line) => console.log(line)) {
  const named = process.env['ORD_BIN'];
  if (named)
    return isExecutable(named) ? { path: named } : { why: `ORD_BIN is ${named}, which cannot be run.` };
  const built = join(cache(), 'bin', 'ord');
  const found = onPath('ord') ?? (isExecutable(built) ? built : undefined);
  if (found) return { path: found };
  if (!build) return { why: `There is no ord here. \`npm run soak -- ord\` builds one where cargo is.` };
  if (!onPath('cargo')) return { why: `There is neither ord nor cargo here. ${ADVICE}` };
  const trouble = await cargoInstall(say);
  return isExecutable(built) ? { path: built } : { why: `cargo could not build ord. ${ADVICE}\n${trouble}` };
}

if (isMain(import.meta.url)) {
  const { path, why } = await provisionOrd({ build: true }, (line) => console.error(line));
  if (path) console.log(path);
  else console.error(why);
  process.exitCode = path ? 0 : 1;
}
