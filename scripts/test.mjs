/**
 * `npm test`: installs what is missing, then gates, tests, some of them on newer Nodes, and browser stories. What failed is told
 * once more at the end, and the last line counts all of it.
 */
import { install } from './lib/install.mjs';
import { gates, runGates } from './lib/gates.mjs';
import { seconds } from './lib/run.mjs';
import { sayWhenStopped } from './lib/say-stopped.mjs';
import { failureLines, isGreen, lastLine, runVitest, sum } from './lib/vitest-run.mjs';
import { stories } from './e2e.mjs';
import { onOtherNodes } from './nodes.mjs';
import { plantAll } from './plant.mjs';

const UNIT_TIMEOUT_MS = 60 * 60_000;
const say = (line) => console.log(line);

/** A step that throws (no Chromium, no network) is one failure with its reason, and the other steps still run. */
async function step(title, work) {
  say(`\n== ${title}`);
  const started = performance.now();
  try {
    const counts = await work();
    say(`== ${title}: ${lastLine({ skipped: 0, ...counts })} (${seconds(performance.now() - started)})`);
    return counts;
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`${title}: ${error.message}`] };
  }
}

async function everything() {
  await install(say);
  say('Gates, tests, two newer Nodes and browser stories: half an hour to an hour on two cores.');
  const results = [];
  results.push(await step('gates', () => runGates(gates, say)));
  results.push(await step('the gates themselves', () => plantAll(say)));
  results.push(
    await step('unit, property and room tests', () =>
      runVitest({ name: 'unit', config: 'vitest.config.ts', timeoutMs: UNIT_TIMEOUT_MS }),
    ),
  );
  results.push(await step('on newer Nodes', () => onOtherNodes(say)));
  results.push(await step('browser stories', () => stories()));
  return sum(results);
}

sayWhenStopped(say);
try {
  const counts = await everything();
  process.exitCode = isGreen(counts) ? 0 : 1;
  for (const line of failureLines(counts)) say(`\n${line}`);
  say(`\n${lastLine(counts)}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  say('0 passed, 1 failed, 0 skipped');
}
