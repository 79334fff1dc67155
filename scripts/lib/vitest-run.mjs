/**
 * Runs vitest with its output streamed, and brings home its counts and what failed, each with its reason. What could not
 * even be loaded counts as failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, run, seconds, tool } from './run.mjs';

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
  const outside = join(folder, `${name}-${process.pid}-outside.json`);
  const reporters = ['default', 'json', join(root, 'scripts/lib/outside-reporter.mjs')];
  const options = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${file}`];
  const { code, timedOut } = await run([...command, ...options], {
    timeoutMs,
    env: { ...env, OUTSIDE_FILE: outside },
    stream: true,
  });
  try {
    return withOutside(countsOf(JSON.parse(readFileSync(file, 'utf8'))), { name, code, outside });
  } catch {
    const why = timedOut ? `not done after ${seconds(timeoutMs)}` : `exit code ${code}`;
    const failure = `${name}: the test run ended without a report (${why})`;
    return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
  } finally {
    for (const each of [file, outside]) rmSync(each, { force: true });
  }
}

/** Adds the errors outside any test (an unhandled rejection, say); the report has none of them, the exit code counts them. */
function withOutside(counts, { name, code, outside }) {
  const errors = existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : [];
  const failures = errors.map((error) => `${name}: an error outside any test\n  ${shortly(error)}`);
  if (code !== 0 && counts.failed + failures.length === 0)
    failures.push(`${name}: an error outside any test (exit code ${code})`);
  return { ...counts, failed: counts.failed + failures.length, failures: [...counts.failures, ...failures] };
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
