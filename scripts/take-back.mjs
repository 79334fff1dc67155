// npm run take-back -- --node URL --address A [--send]: tokens parked on MVC, home to their owner without the exchange.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

await install((line) => process.stderr.write(`${line}\n`));
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll((line) => process.stderr.write(`${line}\n`), { only: ['take-back'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'take-back.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
