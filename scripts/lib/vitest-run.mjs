/**
 * Runs vitest with its output streamed, and brings home its counts and what failed, each with its reason. What could not
 * even be loaded counts as failed.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run, tool } from './run.mjs';

const REASON_LINES = 30;

/** The first lines of a reason, without colours: enough to know a seed, an expected and a found value. */
const shortly = (reason) =>
  stripVTControlCharacters(reason).trimEnd().split('\n').slice(0, REASON_LINES).join('\n  ');

/** The counts of a JSON report, and what failed in it. */
export function countsOf(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n  ${shortly(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}\n  ${shortly(failureMessages.join('\n'))}`,
    );
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/**
 * @param {{ name: string, config: string, filters?: string[], timeoutMs: number, env?: Record<string, string>, node?: string }} options
 * @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>}
 */
export async function runVitest({
  name,
  config,
  filters = [],
  timeoutMs,
  env = {},
  node = process.execPath,
}) {
  const folder = join(root, '.cache');
  const file = join(folder, `${name}-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
  const command = [node, tool('vitest/vitest.mjs'), 'run', '--config', config, ...filters];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run([...command, ...reporters], { timeoutMs, env, stream: true });
  try {
    const counts = countsOf(JSON.parse(readFileSync(file, 'utf8')));
    // Errors outside any test (an unhandled rejection, say) show in the exit code alone.
    if (code !== 0 && counts.failed === 0)
      return { ...counts, failed: 1, failures: [`${name}: an error outside any test (exit code ${code})`] };
    return counts;
  } catch {
    const failure = `${name}: the test run ended without a report (exit code ${code})`;
    return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
  } finally {
    rmSync(file, { force: true });
  }
}

export function sum(list) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped = 0, failures } of list) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  return total;
}

/** Nothing run is a failure too. */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;

export const lastLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** What failed, for the end of a long output, where it is looked for. */
export const failureLines = ({ failures }) => failures.map((each) => `FAILED ${each}`);
