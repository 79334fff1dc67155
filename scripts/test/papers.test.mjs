/** Papers that tell what the code tells. `UPDATE_PAPERS=1 npm run unit -- papers` writes them anew. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEPOSIT_MACHINE,
  ORDER_MACHINE,
  OUTBOX_MACHINE,
  TRADE_MACHINE,
} from '../../packages/market/src/index.ts';
import { describe, expect, it } from 'vitest';
import arrows from '../../arrows.cjs';
import { machineTable, packageTable, paper, roomTable } from '../lib/papers.mjs';
import { root } from '../lib/run.mjs';

const text = (file) => readFileSync(join(root, file), 'utf8');

async function expectPrinted(file, tables) {
  const { is, should, write } = await paper(file, tables);
  if (process.env['UPDATE_PAPERS']) write();
  else expect(is).toBe(should);
}

describe('papers', () => {
  it('ARCHITECTURE.md prints the table of arrows', () =>
    expectPrinted('docs/ARCHITECTURE.md', { packages: packageTable(arrows), rooms: roomTable(arrows) }));

  it('lifecycle.md prints the machines', () =>
    expectPrinted('docs/lifecycle.md', {
      order: machineTable(ORDER_MACHINE.table),
      trade: machineTable(TRADE_MACHINE.table),
      outbox: machineTable(OUTBOX_MACHINE.table),
      deposit: machineTable(DEPOSIT_MACHINE.table),
    }));

  it('dependencies.md names every run-time dependency with its users, and no other', () => {
    const users = {};
    for (const name of readdirSync(join(root, 'packages'))) {
      const { dependencies = {} } = JSON.parse(text(`packages/${name}/package.json`));
      for (const dependency of Object.keys(dependencies))
        if (!dependency.startsWith('@rialto/')) (users[dependency] ??= []).push(name);
    }
    const told = {};
    for (const line of text('docs/dependencies.md').split('\n')) {
      const found = /^\| `([^`]+)`\s*\| ([^|]+?)\s*\| ([^|]+?)\s*\| ([SML])\s*\|$/.exec(line);
      if (found) told[found[1]] = found[2].split(', ').sort();
    }
    for (const list of Object.values(users)) list.sort();
    expect(told).toEqual(users);
  });

  it.each(['server', 'signer'])('README.md explains every setting of the %s', (name) => {
    const source = text(`packages/${name}/src/config.ts`);
    const settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): z/gm)].map(([, setting]) => setting);
    expect(settings.length).toBeGreaterThan(5);
    const readme = text('README.md');
    expect(settings.filter((setting) => !readme.includes(`| \`${setting}\` `))).toEqual([]);
  });

  it('every decision is short, and says what checks it', () => {
    for (const file of readdirSync(join(root, 'docs/decisions'))) {
      const lines = text(`docs/decisions/${file}`).trimEnd().split('\n');
      expect(lines.length, file).toBeLessThanOrEqual(40);
      expect(lines[0], file).toContain(file.slice(0, 4));
    }
  });
});
