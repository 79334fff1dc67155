// npm run effects -- <psbt, transaction hex or file> [origin]: what a transaction does, in words.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

await install((line) => process.stderr.write(`${line}\n`));
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll((line) => process.stderr.write(`${line}\n`), { only: ['effects'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'effects.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
