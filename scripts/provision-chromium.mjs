/**
 * Finds a Chromium for the browser stories, or installs one where that is allowed: CHROMIUM_PATH, an installed
 * chromium or chrome, else apt when root. Run by itself it prints the path.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isMain, run } from './lib/run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const APT_TIMEOUT_MS = 5 * 60_000;
const TICK_MS = 2_000;

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...APPLICATIONS].find(isExecutable);
}

async function apt(say) {
  const started = Date.now();
  const ticker = setInterval(() => {
    say(`installing Chromium with apt-get … ${Math.round((Date.now() - started) / 1000)} s`);
  }, TICK_MS);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: APT_TIMEOUT_MS };
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'];
  try {
    say('installing Chromium with apt-get …');
    const first = await run(install, options);
    if (first.code === 0) return '';
    // A bare machine has no package lists yet.
    await run(['apt-get', 'update'], options);
    const second = await run(install, options);
    return second.code === 0 ? '' : second.stderr.trim();
  } finally {
    clearInterval(ticker);
  }
}

const ADVICE = 'Install chromium or google-chrome, or set CHROMIUM_PATH to one.';

/**
 * @returns {Promise<string>} the path of a Chromium that can be started
 * @throws with what to do, when there is none
 */
export async function provisionChromium(say = (line) => console.log(line)) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, which cannot be run. ${ADVICE}`);
  }
  const found = installed();
  if (found) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error(`The browser stories need a Chromium and none was found. ${ADVICE}`);
  const trouble = await apt(say);
  const fresh = installed();
  if (fresh) return fresh;
  throw new Error(`apt-get could not install chromium. ${ADVICE}\n${trouble}`);
}

if (isMain(import.meta.url)) {
  try {
    console.log(await provisionChromium());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
