/** Installs the packages of a lock file when they are missing or the lock file changed; otherwise costs nothing. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import './end-with-npm.mjs';
import { endWithUs } from './end-with-us.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const TIMEOUT_MS = 10 * 60_000;
const TICK_MS = 2_000;

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** True when node_modules holds what the lock file asks for (packages for other platforms apart). */
export function isInstalled(folder) {
  // npm writes this file at the very end of an install: what is really in node_modules.
  const standing = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(standing)) return false;
  const here = packagesOf(standing);
  const asked = Object.entries(packagesOf(join(folder, 'package-lock.json')));
  return asked.every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = here[path];
    return found ? found.version === version : optional === true;
  });
}

/** `npm ci` in a folder that has a lock file. */
export function npmCi(folder, say, options = []) {
  // Run by npm itself there is its own path; run by `node` alone, npm is looked up.
  const viaNpm = process.env['npm_execpath'];
  const [program, ...args] = viaNpm ? [process.execPath, viaNpm, 'ci'] : ['npm', 'ci'];
  return new Promise((resolve, reject) => {
    const started = Date.now();
    const child = spawn(program, [...args, '--no-progress', ...options], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endWithUs(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ticker = setInterval(() => {
      say(`installing packages … ${Math.round((Date.now() - started) / 1000)} s`);
    }, TICK_MS);
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const end = (error) => {
      clearInterval(ticker);
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    child.on('error', end);
    child.on('close', (code) =>
      end(code === 0 ? null : new Error(`npm ci failed (${code})\n${output.trim()}`)),
    );
  });
}

/** Brings node_modules to what the lock file says. `say` gets a line whenever it takes long. */
export async function install(say = (line) => console.log(line)) {
  const [major, minor] = process.versions.node.split('.').map((part) => Number.parseInt(part, 10));
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node 20.19 or newer is needed; this is ${process.version}`);
  if (isInstalled(root)) return;
  say('installing packages …');
  await npmCi(root, say);
}
