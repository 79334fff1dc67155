// npm run mvc-pool -- list | new | shares | open: how an operator opens a pool on MVC.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

await install((line) => process.stderr.write(`${line}\n`));
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll((line) => process.stderr.write(`${line}\n`), { only: ['mvc-pool'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'mvc-pool.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
