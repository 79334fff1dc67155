/** The stories' settings for a small world that stands until its run is killed: `left-behind.test.ts` kills it. */
import { defineConfig } from 'vitest/config';
import { shared } from './vitest.e2e.config.ts';

export default defineConfig({
  test: {
    ...shared,
    name: 'held',
    pool: 'forks',
    maxWorkers: 1,
    include: ['packages/devnet/test/left-behind/held.ts'],
  },
});
