/** Builds one of our programs, runs it with the words of the command, and ends as it ended. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';

const say = (line) => process.stderr.write(`${line}\n`);

export async function runProgram(name) {
  await install(say);
  const { buildAll, distDirectory } = await import('./bundles.mjs');
  await buildAll(say, { only: [name] });
  const done = spawnSync(process.execPath, [join(distDirectory, `${name}.mjs`), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exit(done.status ?? 1);
}
