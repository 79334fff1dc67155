/** The money code by area: what is mutated, and the tests that must notice. Each area is measured, and has to pass, by itself. */

/** @typedef {{ mutate: string[], tests: string[] }} Area */

const psbt = (...rooms) => rooms.map((room) => `packages/psbt/src/${room}/**/*.ts`);
const psbtTests = (...rooms) => rooms.map((room) => `packages/psbt/test/${room}/*.test.ts`);

/** Without the random takes: those count whether every kind of take occurred, which a few hundred cannot promise. */
const trades = ['ask', 'cancel-late', 'money', 'mrc20-ledgers', 'mrc20-take', 'preverify', 'take'].map(
  (file) => `packages/psbt/test/trade/${file}.test.ts`,
);

/** @type {Readonly<Record<string, Area>>} */
export const AREAS = {
  market: {
    mutate: [
      'packages/market/src/**/*.ts',
      '!packages/market/src/index.ts',
      '!packages/market/src/pool/**/*.ts',
      '!packages/market/src/bridge/**/*.ts',
    ],
    tests: ['packages/market/test/*.test.ts'],
  },
  pools: {
    mutate: ['packages/market/src/pool/*.ts'],
    tests: ['curve', 'figures', 'fits', 'lanes', 'pending', 'shares'].map(
      (file) => `packages/market/test/pool/${file}.test.ts`,
    ),
  },
  mvc: {
    mutate: ['packages/mvc/src/**/*.ts', '!packages/mvc/src/index.ts', '!packages/mvc/src/bridge/*.ts'],
    tests: ['packages/mvc/test/*.test.ts'],
  },
  bridge: {
    mutate: [...psbt('bridge'), 'packages/market/src/bridge/*.ts', 'packages/mvc/src/bridge/*.ts'],
    tests: [
      ...psbtTests('bridge'),
      'packages/market/test/bridge/*.test.ts',
      'packages/mvc/test/bridge/*.test.ts',
    ],
  },
  login: {
    mutate: psbt('login'),
    tests: psbtTests('login'),
  },
  json: {
    mutate: ['packages/protocols/src/json/*.ts'],
    tests: ['packages/protocols/test/json/*.test.ts'],
  },
  runes: {
    mutate: ['decipher', 'encipher', 'fields', 'payload', 'rune-id', 'rune-name', 'varint'].map(
      (file) => `packages/protocols/src/runes/${file}.ts`,
    ),
    tests: ['packages/protocols/test/runes/*.test.ts'],
  },
  effects: {
    mutate: psbt('effects'),
    tests: psbtTests('effects', 'tokens', 'check', 'spend'),
  },
  templates: {
    mutate: psbt('trade', 'tokens', 'inscribe', 'wallet', 'draft'),
    tests: [...trades, ...psbtTests('tokens', 'inscribe', 'wallet', 'check', 'effects', 'spend')],
  },
  policy: {
    mutate: [
      ...['cosign', 'limits', 'policy', 'signatures'].map((file) => `cosign/${file}`),
      ...['journal/*', 'pads/*'],
    ].map((file) => `packages/signer/src/${file}.ts`),
    tests: ['memory/**/*', 'journal', 'limits'].map((file) => `packages/signer/test/${file}.test.ts`),
  },
};
