/** Browser stories on a real node, with time to spare: those that measure time alone, the others two at once. */
import { defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/lib/long-first.mjs';

const folder = 'packages/devnet/test/stories';
/** What they look at would be slower beside another. */
const TIMED = [`${folder}/frames.story.ts`, `${folder}/frame-pages.story.ts`, `${folder}/line-cut.story.ts`];

export const shared = {
  setupFiles: ['scripts/lib/end-with-runner.mjs'],
  environment: 'node' as const,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  /** A row out of view has no text yet, and a busy machine draws late. */
  expect: { poll: { timeout: 10_000 } },
  /** What a page does wrong is told whole. */
  chaiConfig: { truncateThreshold: 0 },
};

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'timed',
          include: TIMED,
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'stories',
          include: [`${folder}/**/*.story.ts`],
          exclude: TIMED,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
