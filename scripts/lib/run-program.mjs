/** Builds one of our programs, runs it, and ends as it ended. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

/** @param more `words` for it, else those of the command; `env` beside the command's own */
export async function runProgram(name, { words = process.argv.slice(2), env = {} } = {}) {
  await install(say);
  const { buildAll, distDirectory } = await import('./bundles.mjs');
  await buildAll(say, { only: [name] });
  const done = spawnSync(process.execPath, [join(distDirectory, `${name}.mjs`), ...words], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  process.exit(done.status ?? 1);
}
