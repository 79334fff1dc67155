/** Browser stories on a real node: one after the other, each file in a process of its own, with time to spare. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'stories',
    include: ['packages/devnet/test/stories/**/*.story.ts'],
    setupFiles: ['scripts/lib/end-with-runner.mjs'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
  },
});
