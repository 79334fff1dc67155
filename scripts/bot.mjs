// npm run bot -- <command>: the example bot of examples/bot, bundled and run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll(say, { only: ['bot'] });
const done = spawnSync(process.execPath, [join(distDirectory, 'bot.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
