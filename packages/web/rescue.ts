/** Builds the rescue page: one HTML file with its script, its style and its words inside, that asks for nothing else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import type { Plugin } from 'esbuild';
import { compiledCatalog } from './po.ts';

const source = fileURLToPath(new URL('src/rescue', import.meta.url));

/** Catalogs, as the app's builder compiles them. */
const words: Plugin = {
  name: 'rialto-rescue-words',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.po$/ }, async ({ path }) => ({
      contents: await compiledCatalog(readFileSync(path, 'utf8'), path),
      loader: 'js',
    }));
  },
};

/** The whole page as text. */
export async function rescuePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'main.ts')],
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    // The element that holds it ends at the first `</script`.
    supported: { 'inline-script': false },
    logLevel: 'silent',
    plugins: [words],
  });
  const style = await transform(read('page.css'), { loader: 'css', minify: true });
  return fill(read('page.html'), { script: outputFiles[0]?.text ?? '', style: style.code });
}

const read = (file: string): string => readFileSync(join(source, file), 'utf8');

interface Parts {
  readonly script: string;
  readonly style: string;
}

/** From disk nobody sends a policy with the page: it carries its own, with any address to ask, an esplora at home has no certificate. */
function fill(page: string, { script, style }: Parts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script)}'`,
    `style-src 'sha256-${sha256(style)}'`,
    'connect-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const parts: Readonly<Record<string, string>> = { policy, script, style };
  return page.replaceAll(/\s*<!--(policy|script|style)-->\s*/g, (_mark, name: string) => parts[name] ?? '');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
