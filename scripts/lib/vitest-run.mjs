/** Runs vitest with its output streamed and its counts brought home. What could not even be loaded counts as failed. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, tool } from './run.mjs';

function countsOf(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {{ name: string, config: string, filters?: string[], timeoutMs: number, env?: Record<string, string> }} options
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runVitest({ name, config, filters = [], timeoutMs, env = {} }) {
  const folder = join(root, '.cache');
  const file = join(folder, `${name}-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const command = [process.execPath, tool('vitest/vitest.mjs'), 'run', '--config', config, ...filters];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run([...command, ...reporters], { timeoutMs, env, stream: true });
  try {
    const counts = countsOf(JSON.parse(readFileSync(file, 'utf8')));
    // Errors outside any test (an unhandled rejection, say) show in the exit code alone.
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch {
    console.error(`${name}: the test run ended without a report (exit code ${code})`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(file, { force: true });
  }
}

export function sum(list) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped = 0 } of list) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** Nothing run is a failure too. */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;

export const lastLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
