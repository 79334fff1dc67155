// npm run bench [-- name …]: one JSON object a line: name, value, unit, goal, ok.
import { join } from 'node:path';
import { install } from './lib/install.mjs';
import { run } from './lib/run.mjs';
import { provisionOrd } from './provision-ord.mjs';
import { provisionChromium } from './provision-chromium.mjs';

const TIMEOUT_MS = 4 * 3_600_000;
const say = (line) => process.stderr.write(`${line}\n`);
await install(say);
const { buildAll, distDirectory } = await import('./lib/bundles.mjs');
const names = process.argv.slice(2);
const web = names.length === 0 || names.includes('web');
await buildAll(say, { only: ['server', 'signer', 'bridge', 'bench', ...(web ? ['web'] : [])] });
const ord =
  names.length === 0 || names.includes('ord')
    ? await provisionOrd({ build: names.includes('ord') }, say)
    : {};
if (ord.why) say(`No bench of ord: ${ord.why}`);
const env = { ORD_BIN: ord.path ?? '', ...(web ? { CHROMIUM_PATH: await provisionChromium(say) } : {}) };
const program = [process.execPath, join(distDirectory, 'bench.mjs'), ...names];
const { code } = await run(program, { env, timeoutMs: TIMEOUT_MS, stream: true });
process.exit(code);
