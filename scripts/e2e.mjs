/** `npm run e2e [-- story …]`: the browser stories on a real node, all or those whose file name holds the word; `screens` writes every page and dialog into screens/. */
import { buildAll } from './lib/bundles.mjs';
import { install } from './lib/install.mjs';
import { isMain } from './lib/run.mjs';
import { failureLines, isGreen, lastLine, runVitest } from './lib/vitest-run.mjs';
import { provisionChromium } from './provision-chromium.mjs';

const TIMEOUT_MS = 45 * 60_000;

export async function stories(filters = []) {
  const chromium = await provisionChromium();
  const env = { CHROMIUM_PATH: chromium, EVERY_LOOK: filters.includes('screens') ? '1' : '' };
  return runVitest({ name: 'stories', config: 'vitest.e2e.config.ts', filters, timeoutMs: TIMEOUT_MS, env });
}

if (isMain(import.meta.url)) {
  try {
    await install();
    await buildAll((line) => console.log(line));
    const counts = await stories(process.argv.slice(2));
    for (const line of failureLines(counts)) console.log(line);
    console.log(lastLine(counts));
    process.exitCode = isGreen(counts) ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
