/** The tests that mutation testing runs: of pure packages alone, with nothing built or started before them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { AREAS } from './scripts/mutate/areas.mjs';

const packages = join(import.meta.dirname, 'packages');

// node_modules is that of the project, whose links lead to sources without mutants: our packages are found here instead.
const doors = readdirSync(packages)
  .map((name) => [`@rialto/${name}`, join(packages, name, 'src/index.ts')])
  .filter(([, door = '']) => existsSync(door));

export default defineConfig({
  resolve: { alias: Object.fromEntries(doors) },
  test: {
    name: 'mutate',
    include: AREAS[process.env['MUTATE_AREA'] ?? '']?.tests ?? [],
    setupFiles: ['scripts/mutate/fixed-seed.mjs'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
