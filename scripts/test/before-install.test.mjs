/** On a fresh clone no package is there: what a command loads before it installs needs Node alone. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/run.mjs';

const STATIC_IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
const scripts = join(root, 'scripts');

/** Packages that a script names in its static imports, or in those of what it loads. */
function packagesOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, from]) => {
    if (from.startsWith('node:')) return [];
    if (!from.startsWith('.')) return [`${from} in ${file}`];
    // Anything else is in a plant's text.
    return from.endsWith('.mjs') ? packagesOf(resolve(dirname(file), from), seen) : [];
  });
}

const commands = readdirSync(scripts).filter((name) => name.endsWith('.mjs'));

describe('before anything is installed', () => {
  it.each(commands)('%s needs Node alone', (name) => {
    expect(packagesOf(join(scripts, name))).toEqual([]);
  });

  it('a package is seen however deep it is named', () => {
    expect(packagesOf(join(scripts, 'lib/papers.mjs'))).toEqual([expect.stringContaining('prettier')]);
  });
});
