/** Builds the page into dist/web of the repository, each text asset with its gzip sibling. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { HOME, chunksOf } from './chunks.ts';
import { catalogs } from './po.ts';
import { rescuePage } from './rescue.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = join(root, '../../dist/web');
const COMPRESSIBLE = /\.(?:js|css|svg|html)$/;

/** What every visit asks first. The page's own script would ask a whole journey later. */
const FIRST_CALLS = ['/api/health'];

/** The home page's own screen with everything it uses, and the first calls, are asked for with the page, not after it. */
function homePreload(): Plugin {
  return {
    name: 'rialto-home-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const home = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.moduleIds.some((id) => HOME.test(id)),
        );
        const calls = FIRST_CALLS.map((href) => ({ rel: 'preload', as: 'fetch', href, crossorigin: true }));
        const files = home?.type === 'chunk' ? [home.fileName, ...home.imports] : [];
        const scripts = files
          .filter((file) => !html.includes(file))
          .map((file) => ({ rel: 'modulepreload', href: `/${file}`, fetchpriority: 'low' }));
        return {
          // The first picture needs the styles alone: they go before the scripts on a slow line.
          html: html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
          tags: [...calls, ...scripts].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const })),
        };
      },
    },
  };
}

/** Parts are fetched by our own rules: the bundler's would leave a part that failed once failed for good. */
function ownParts(): Plugin {
  const own = JSON.stringify(join(root, 'src/data/calls/parts.ts'));
  return {
    name: 'rialto-parts',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({ code: `export { fetchPart as __vitePreload } from ${own};` }),
    },
  };
}

/** The rescue page lies beside the app and shares no file with it. */
function rescueFile(): Plugin {
  return {
    name: 'rialto-rescue-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'rescue.html', source: await rescuePage() });
    },
  };
}

/** The server sends `x.js.br` or `x.js.gz` for `x.js`, as the browser takes them. */
function compressedSiblings(): Plugin {
  let folder = outDir;
  return {
    name: 'rialto-compressed-siblings',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, file);
        // index.html is completed by the server, so its sibling would be stale; the rescue page is sent with a policy, as it is.
        if (!COMPRESSIBLE.test(file) || file === 'index.html' || file === 'rescue.html') continue;
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      }
    },
  };
}

/** Asked of each module once all of them are known. */
let chunkOf: ReturnType<typeof chunksOf> = () => undefined;

function rememberImports(): Plugin {
  return {
    name: 'rialto-chunks',
    apply: 'build',
    buildEnd() {
      chunkOf = chunksOf((file) => this.getModuleInfo(file)?.importedIds ?? [], this.getModuleIds());
    },
  };
}

/** The page's first file names every part there is: so a part has a name only where it is looked for by it, and a short one. */
const NAMED: ReadonlySet<string> = new Set([
  'frame',
  'book',
  'Panel',
  'Candles',
  'moments',
  'PoolPrice',
  'pools',
  'ActDialogs',
]);

export default defineConfig({
  root,
  plugins: [
    ownParts(),
    react(),
    tailwindcss(),
    catalogs(),
    rememberImports(),
    rescueFile(),
    homePreload(),
    compressedSiblings(),
  ],
  // React has had the hook itself since its version 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // No data: URLs and no inline scripts: the content security policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${NAMED.has(name) ? `${name}-` : ''}[hash:7].js`,
        // The frame and what every screen uses is one file: many small ones compress worse.
        codeSplitting: {
          groups: [
            { name: 'frame', test: (file) => chunkOf(file) === 'frame', priority: 1 },
            { name: 'book', test: (file) => chunkOf(file) === 'book' },
            {
              name: 'pools',
              test: /web\/src\/(?:data\/pools\/pool-(?:queries|rules)|data\/rewards\/campaigns|show\/rewards\/Earn)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
