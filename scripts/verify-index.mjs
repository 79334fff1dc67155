// npm run verify-index [-- DATA]: is the live index what the chain says? Settings as the server's; else those of the demo in DATA (default .data).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install } from './lib/install.mjs';
import { root } from './lib/run.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
const data = resolve(process.argv[2] ?? join(root, '.data'));
const kept = join(data, 'exchange', 'settings.json');
if (!process.env.DATABASE_URL && !existsSync(kept)) {
  say(
    'Set DATABASE_URL, NODE_RPC_URL and NETWORK as for the server, or start the exchange with npm start first.',
  );
  process.exit(1);
}
await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
await buildAll(say, { only: ['verify-index'] });
const demo = process.env.DATABASE_URL ? {} : JSON.parse(readFileSync(kept, 'utf8'));
const done = spawnSync(process.execPath, [join(distDirectory, 'verify-index.mjs')], {
  stdio: 'inherit',
  env: { ...process.env, ...demo },
});
process.exit(done.status ?? 1);
