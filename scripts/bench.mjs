// npm run bench [-- name …]: one JSON object a line: name, value, unit, goal, ok.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';
import { root } from './lib/run.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll(say, { only: ['server', 'signer', 'bench'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'bench.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
});
process.exit(done.status ?? 1);
