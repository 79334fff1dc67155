/** The stories' settings for a small world that stands until its run is killed: `left-behind.test.ts` kills it. */
import { defineConfig } from 'vitest/config';
import stories from './vitest.e2e.config.ts';

export default defineConfig({
  test: { ...stories.test, name: 'held', include: ['packages/devnet/test/left-behind/held.ts'] },
});
