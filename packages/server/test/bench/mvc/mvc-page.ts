/** What MVC weighs in a page: everything of `mvc` that the page's own files name, made small as the page is, without the packages that every page has. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from '../figure.ts';

const GOAL_KIB = 12;
const KIB = 1024;
const SHARED = ['@rialto/protocols', '@rialto/refusals', '@noble/*'];
const NAMES = /import \{([^}]+)\} from '@rialto\/mvc'/g;

/** What the page's sources take from the door of `mvc`. */
function namesInPage(sources: string): readonly string[] {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(NAMES)].flatMap(([, list = '']) =>
      list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
    ),
  );
  return [...new Set(names)].toSorted();
}

export async function measureMvcPage(root: string): Promise<Figure[]> {
  const { build, stop } = await import('esbuild');
  const folder = resolve(root, 'packages/web/src');
  const names = namesInPage(folder);
  try {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${names.join(', ')} } from '@rialto/mvc'`, resolveDir: folder },
      ...{ bundle: true, minify: true, format: 'esm', target: 'es2023', write: false },
      ...{ external: SHARED, logLevel: 'silent' },
    });
    const [file] = outputFiles;
    if (file === undefined) throw new Error('something is built');
    const value = gzipSync(file.contents, { level: 9 }).length / KIB;
    const goal = `<= ${GOAL_KIB}, ${names.length} names; what every page has is not in it`;
    return [{ name: 'mvc.page', value, unit: 'KiB gz', goal, ok: value <= GOAL_KIB }];
  } finally {
    await stop();
  }
}
