/** Unit, property and room tests: TypeScript source as it stands, no build. Browser stories have their own file. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { catalogs } from './packages/web/po.ts';
import { LongFirst } from './scripts/lib/long-first.mjs';

const limits = {
  testTimeout: 30_000,
  hookTimeout: 120_000,
  teardownTimeout: 20_000,
  setupFiles: ['scripts/lib/end-with-runner.mjs'],
  // What the files of one worker import is read once: reading it anew for each of them took half of the time.
  isolate: false,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // Three on two cores: a file with a node and a database waits for them a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...limits,
          name: 'node',
          include: ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.mjs'],
          exclude: ['packages/web/**', '**/node_modules/**'],
          environment: 'node',
          globalSetup: ['scripts/lib/build-for-tests.mjs'],
        },
      },
      {
        plugins: [react(), catalogs()],
        test: {
          ...limits,
          // A page keeps its state in modules: each file has a page of its own, and the worker's browser is made once.
          isolate: true,
          pool: 'vmForks',
          name: 'web',
          include: ['packages/web/test/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
        },
      },
    ],
  },
});
