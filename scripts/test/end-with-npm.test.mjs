/** Every command of package.json that runs a script of ours ends when npm does: each of them loads what watches npm. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../lib/run.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = Object.values(scripts).flatMap((line) => /^node (\S+\.mjs)/.exec(line)?.[1] ?? []);

/** Whether a script loads the watch before it does anything else: by its own imports or theirs. */
function loads(file, seen = new Set()) {
  if (file.endsWith('/end-with-npm.mjs')) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/^import (?:[^'"]* from )?'(\.[^']*\.mjs)';$/gm)];
  return imported.some(([, path]) => loads(join(dirname(file), path), seen));
}

it.each(files)('%s', (file) => {
  expect(loads(join(root, file))).toBe(true);
});
