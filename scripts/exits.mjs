// npm run exits -- keep | show | send: the signed ways home of a pool, kept and sent without the exchange.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

await install((line) => process.stderr.write(`${line}\n`));
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll((line) => process.stderr.write(`${line}\n`), { only: ['exits'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'exits.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
