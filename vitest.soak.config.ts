/** Heavy runs: long trading under faults on the real node, and large numbers of mutations. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'soak',
    include: [
      'packages/*/test/**/*.soak.ts',
      'packages/psbt/test/**/{mutations,login,random-takes}.test.ts',
      'packages/mvc/test/{transaction,genuine}.test.ts',
      'packages/server/test/mvc/fakes.test.ts',
      'packages/signer/test/mvc/*mutants.test.ts',
      'packages/devnet/test/mined-takes.test.ts',
      'packages/{protocols,psbt}/test/**/decoders.test.ts',
    ],
    globalSetup: ['scripts/lib/build-for-tests.mjs'],
    setupFiles: ['scripts/lib/end-with-runner.mjs'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 3_600_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
  },
});
