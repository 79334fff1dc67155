/** What Stryker is told for one area. */
import { join } from 'node:path';
import { AREAS } from './areas.mjs';

/** Below this the command fails; at or above the other the area is as good as it has to be. */
const BREAK = 80;
const GOOD = 85;

/** Copied for every run, so nothing else of the project than what the tests of these packages read. */
const COPIED = [
  'package.json',
  'vitest.mutate.config.ts',
  'scripts/mutate',
  ...['refusals', 'protocols', 'market', 'psbt', 'mvc', 'contract', 'ground', 'signer'].map(
    (name) => `packages/${name}`,
  ),
];

/** @param {string} name of the area @param {string} cache where reports and copies are kept */
export function configOf(name, cache) {
  const { mutate } = AREAS[name];
  return {
    mutate,
    // The tests are named by vitest's own configuration: with Stryker's `testFiles`, 10.1.1 switches a mutant on only after the
    // modules are loaded, so that one of a module's constants is never seen.
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './scripts/mutate/words-of-errors.mjs'],
    ignorers: ['words-of-errors'],
    vitest: { configFile: 'vitest.mutate.config.ts', related: false },
    ignorePatterns: ['**', ...COPIED.flatMap((path) => [`!${path}`, `!${path}/**`])],
    coverageAnalysis: 'perTest',
    // A constant of a module is money too: its mutants are run, with all tests of the area.
    ignoreStatic: false,
    incremental: true,
    incrementalFile: join(cache, `${name}.json`),
    tempDirName: join(cache, 'copies'),
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: join(cache, `${name}.html`) },
    thresholds: { high: GOOD, low: GOOD, break: BREAK },
    // A time-out counts as noticed: on a busy machine a slow test must not look like an endless one.
    timeoutMS: 15_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 20,
    warnings: { slow: false },
    concurrency: 2,
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}
