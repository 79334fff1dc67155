/**
 * The law of who may import whom. One table: dependency-cruiser's rules are made from it, the planting script
 * proves they bite, and docs/ARCHITECTURE.md prints it (a test compares them).
 */

const pure = ['refusals', 'protocols', 'market', 'psbt', 'mvc', 'contract'];
const five = [...pure, 'ground'];

/** package -> what it holds, the world it sees, and the packages it may import. */
const packages = {
  refusals: {
    world: 'ECMAScript',
    imports: [],
    holds: 'what the exchange declines: the closed list of codes',
  },
  protocols: {
    world: 'ECMAScript',
    imports: [],
    holds: 'what a token message is, and what it does to a ledger',
  },
  market: {
    world: 'ECMAScript',
    imports: ['protocols', 'refusals'],
    holds: 'rules of the exchange: orders, trades, fees, book',
  },
  psbt: {
    world: 'ECMAScript',
    imports: ['protocols', 'refusals'],
    holds: 'transaction templates, checks, `effects`, logins',
  },
  mvc: {
    world: 'ECMAScript',
    imports: ['protocols', 'refusals'],
    holds: 'MVC: transactions, tokens, swaps and their checks',
  },
  contract: {
    world: 'ECMAScript',
    imports: ['protocols', 'refusals'],
    holds: 'the words on the wire: routes, payloads, refusals',
  },
  contracts: {
    world: 'Node',
    imports: ['refusals', 'protocols', 'mvc'],
    holds: 'MVC’s published contracts and their interpreter',
  },
  ground: {
    world: 'Node',
    imports: pure,
    holds: 'our node, our index and other indexers, for reading; the compiled verifier',
  },
  postgres: {
    world: 'Node',
    imports: ['ground'],
    holds: 'a PostgreSQL of our own, for the demo, for serving without one, and for tests',
  },
  server: { world: 'Node', imports: [...five, 'contracts'], holds: 'the service' },
  signer: { world: 'Node', imports: five, holds: 'keys, policy and journal, in a process of its own' },
  web: { world: 'DOM', imports: pure, holds: 'the React app' },
  devnet: {
    world: 'Node, DOM for the wallet',
    imports: [...five, 'contracts', 'postgres', 'server', 'signer', 'web'],
    holds: 'a private chain, seeds, the demo wallet, the browser stories',
  },
};

/** What the tests of every package may import beside what the package may. */
const testing = ['devnet', 'postgres', 'contracts'];

/** package -> room -> the rooms it may import. Files beside the rooms named in `doors` join rooms freely. */
const rooms = {
  server: {
    http: ['orders', 'own', 'pools', 'mvc', 'rewards', 'bridge', 'accounts', 'prices', 'store'],
    orders: ['outbox', 'store', 'custody'],
    own: ['outbox', 'store'],
    pools: ['outbox', 'store', 'custody'],
    outbox: ['store'],
    rewards: ['outbox', 'store', 'custody'],
    bridge: ['outbox', 'store', 'custody', 'mvc'],
    docs: [],
    accounts: ['store'],
    prices: [],
    follower: ['store'],
    mvc: ['store', 'custody'],
    store: [],
    custody: [],
    crosscheck: ['store'],
    invariants: ['store'],
    audit: ['follower', 'store'],
  },
  web: {
    screens: ['flows', 'wallets', 'show', 'data', 'ui'],
    show: ['data', 'ui'],
    flows: ['wallets', 'data'],
    wallets: [],
    data: [],
    ui: [],
    rescue: [],
  },
};

/** The files that may join rooms; every other file beside the rooms imports no room and may be imported by all. */
const doors = [
  'main.ts',
  'main.tsx',
  'lead.ts',
  'index.ts',
  'routes.tsx',
  'verify-index.ts',
  'audit-locks.ts',
  'campaign.ts',
  'bridge.ts',
];

/** Rooms whose subfolders never import each other. */
const separate = { web: ['screens'] };

module.exports = { packages, testing, rooms, doors, separate, pure };
