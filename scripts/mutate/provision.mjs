/**
 * What mutation testing needs and nothing else does: Stryker, and a Node that it runs on. Kept out of the project's own packages,
 * in the cache, and fetched when it is first used (decision 0025).
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, npmCi } from '../lib/install.mjs';
import { root } from '../lib/run.mjs';

/** Stryker's own condition. */
const LEAST_NODE = 22;
const FILES = ['package.json', 'package-lock.json'];
/** As the project's own packages are installed; and vitest, which the runner asks for, is the project's. */
const OPTIONS = ['--ignore-scripts', '--no-fund', '--no-audit', '--legacy-peer-deps'];

export const cache = join(root, '.cache', 'mutate');

/** This very Node where it is new enough, else the one of the registry. */
function nodeProgram() {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return process.execPath;
  const fetched = join(cache, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(fetched)) return fetched;
  throw new Error(
    `Mutation testing needs Node ${LEAST_NODE} or newer. This is ${process.version}, and the registry has none for ${process.platform}-${process.arch}: run it with a newer Node.`,
  );
}

/** @returns {Promise<string[]>} the command of Stryker, without arguments */
export async function provisionStryker(say) {
  mkdirSync(cache, { recursive: true });
  for (const file of FILES) copyFileSync(join(import.meta.dirname, file), join(cache, file));
  if (!isInstalled(cache)) {
    say('installing Stryker and the Node it needs, about 250 MB, once …');
    try {
      await npmCi(cache, say, OPTIONS);
    } catch (error) {
      throw new Error(
        `Stryker could not be installed. The first run of this command needs the package registry.\n${error.message}`,
        { cause: error },
      );
    }
  }
  return [nodeProgram(), join(cache, 'node_modules/@stryker-mutator/core/bin/stryker.js')];
}
