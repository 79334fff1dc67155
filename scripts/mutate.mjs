/**
 * `npm run mutate [-- area …]`: changes the money code in every small way and counts what the tests do not notice. Areas: see
 * scripts/mutate/areas.mjs. What has not changed since the last run is not run again; `--force` runs it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './lib/install.mjs';
import { run, seconds } from './lib/run.mjs';
import { AREAS } from './mutate/areas.mjs';
import { configOf } from './mutate/config.mjs';
import { cache, provisionStryker } from './mutate/provision.mjs';
import { figuresOf, forgetUnnoticed, lineOf } from './mutate/figures.mjs';

const TIMEOUT_MS = 4 * 3_600_000;
/** A mutant that a few hundred random cases do not meet is one for a test of its own. */
const FEWER = { MUTATIONS: '300' };

async function measure(stryker, name, options) {
  const file = join(cache, `${name}.config.json`);
  const report = join(cache, `${name}.json`);
  writeFileSync(file, JSON.stringify(configOf(name, cache)));
  // A part of an area (`--mutate=file`) must not drop what the rest of it left unnoticed.
  if (!options.some((option) => option.startsWith('--mutate'))) forgetUnnoticed(report);
  const command = [...stryker, 'run', file, ...options];
  const { code, ms } = await run(command, {
    timeoutMs: TIMEOUT_MS,
    stream: true,
    env: { MUTATE_AREA: name, ...FEWER },
  });
  return { ok: code === 0, line: `${lineOf(name, figuresOf(report))}  ${seconds(ms)}` };
}

try {
  const given = process.argv.slice(2);
  const options = given.filter((word) => word.startsWith('--'));
  const words = given.filter((word) => !word.startsWith('--'));
  const unknown = words.find((word) => !(word in AREAS));
  if (unknown !== undefined)
    throw new Error(`there is no area ${unknown}; there are ${Object.keys(AREAS).join(', ')}`);
  await install();
  const stryker = await provisionStryker((line) => console.log(line));
  const results = [];
  for (const name of words.length === 0 ? Object.keys(AREAS) : words)
    results.push(await measure(stryker, name, options));
  for (const { ok, line } of results) console.log(`${ok ? 'ok  ' : 'RED '} ${line}`);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
