/** What failed is told by file, name and reason; a file that could not be loaded counts as failed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../lib/run.mjs';
import { countsOf, failureLines, runVitest, sum } from '../lib/vitest-run.mjs';

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
const failed = {
  status: 'failed',
  fullName: 'subtracts',
  failureMessages: ['\u001B[31mexpected 1\u001B[39m\nbut found 2'],
};

const report = {
  numPassedTests: 2,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    { name: join(root, 'a.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
    { name: join(root, 'b.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: join(root, 'c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
  ],
};

it('names each failure with its file and reason, and counts a file that could not be loaded', () => {
  const counts = countsOf(report);
  expect(counts).toMatchObject({ passed: 2, failed: 2, skipped: 1 });
  expect(failureLines(counts)).toEqual([
    'FAILED b.test.ts: subtracts\n  expected 1\n  but found 2',
    'FAILED c.test.ts\n  no such module',
  ]);
});

it('keeps the failures of every step', () => {
  const gates = { passed: 12, failed: 1, failures: ['gate format: one file'] };
  expect(sum([gates, countsOf(report)])).toMatchObject({ passed: 14, failed: 3, skipped: 1 });
  expect(sum([gates, countsOf(report)]).failures).toHaveLength(3);
});

it('tells what went wrong outside any test, beside what passed', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'outside-'));
  try {
    const config = join(folder, 'vitest.config.mjs');
    writeFileSync(config, `export default { test: { include: ['${folder}/planted.test.mjs'] } };`);
    writeFileSync(
      join(folder, 'planted.test.mjs'),
      `import { it } from 'vitest';
      it('passes', async () => {
        void Promise.reject(new Error('planted outside'));
        await new Promise((done) => setTimeout(done, 50));
      });`,
    );
    const counts = await runVitest({ name: 'planted', config, timeoutMs: 60_000 });
    expect(counts).toMatchObject({ passed: 1, failed: 1 });
    expect(failureLines(counts)[0]).toMatch(
      /^FAILED planted: an error outside any test\n {2}Error: planted outside/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
