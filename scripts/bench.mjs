// npm run bench [-- name …]: one JSON object a line: name, value, unit, goal, ok.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install } from './lib/install.mjs';
import { root } from './lib/run.mjs';
import { provisionChromium } from './provision-chromium.mjs';

const say = (line) => process.stderr.write(`${line}\n`);
await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
const names = process.argv.slice(2);
const web = names.length === 0 || names.includes('web');
await buildAll(say, { only: ['server', 'signer', 'bench', ...(web ? ['web'] : [])] });
const env = web ? { ...process.env, CHROMIUM_PATH: await provisionChromium(say) } : process.env;
const done = spawnSync(process.execPath, [join(distDirectory, 'bench.mjs'), ...names], {
  stdio: 'inherit',
  cwd: root,
  env,
});
process.exit(done.status ?? 1);
