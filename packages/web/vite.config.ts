/** Builds the page into dist/web of the repository, each text asset with its gzip sibling. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { catalogs } from './po.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = join(root, '../../dist/web');
const COMPRESSIBLE = /\.(?:js|css|svg|html)$/;

/** What every screen stands on. */
const FRAME =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack|@lingui)\/|web\/src\/(?:(?:data|ui|show)\/|[a-z]+\.tsx?$)/;
/** Of that, what only parts need that are fetched later, after a click or for a wallet: it comes with them. */
const LATER =
  /web\/src\/(?:said|(?:data|ui|show)\/(?:feed\/my-|own-|Own|kline-|ledger-|coin-|pair-|address-kind|number-text|Combobox|Dialog|Handing|NumberField|Review|TickName|seconds-|Words))|@tanstack\/.*\/(?:useQueries|queriesObserver)\./;
const HOME = 'screens/orderbook/Screen.tsx';
/** What the home page shares with the parts of it that are fetched later; else each would be a small file of its own. */
const SHARED =
  /screens\/orderbook\/(?:[a-z]+\/)?(?:(?:acts|books|buy-acts|buying|columns|figures|form|lines|market|now|actor|rows|time-ago)\.ts|BuyParts|Change|FormSkeleton|OrdersPanel|MarketTrades)|market\/src\/(?:order-types|sweep-cost)/;

/** What every visit asks first. The page's own script would ask a whole journey later. */
const FIRST_CALLS = ['/api/health', '/api/book/common/config'];

/** The home page's own screen with everything it uses, and the first calls, are asked for with the page, not after it. */
function homePreload(): Plugin {
  return {
    name: 'rialto-home-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const home = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(HOME),
        );
        const calls = FIRST_CALLS.map((href) => ({ rel: 'preload', as: 'fetch', href, crossorigin: true }));
        const files = home?.type === 'chunk' ? [home.fileName, ...home.imports] : [];
        const scripts = files
          .filter((file) => !html.includes(file))
          .map((file) => ({ rel: 'modulepreload', href: `/${file}` }));
        return [...calls, ...scripts].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }));
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

/** The server sends `x.js.gz` for `x.js` when the browser takes gzip. */
function gzipSiblings(): Plugin {
  let folder = outDir;
  return {
    name: 'rialto-gzip-siblings',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, file);
        // index.html is completed by the server, so its sibling would be stale.
        if (!COMPRESSIBLE.test(file) || file === 'index.html') continue;
        writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root,
  plugins: [ownParts(), react(), tailwindcss(), catalogs(), homePreload(), gzipSiblings()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // No data: URLs and no inline scripts: the content security policy allows files of our own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The frame and what every screen uses is one file: many small ones compress worse.
        codeSplitting: {
          groups: [
            { name: 'frame', test: (id) => FRAME.test(id) && !LATER.test(id), priority: 1 },
            { name: 'book', test: SHARED },
          ],
        },
      },
    },
  },
});
