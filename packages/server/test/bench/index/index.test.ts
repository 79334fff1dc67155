/** bench index in small: every part runs, and the ledgers hold exactly what the generator wrote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measureIndex, PARTS, sizeFrom } from '../index.ts';

const SIZE = { blocks: 7, transactions: 60 };

test('every figure is there, and the ledgers hold what was written', async () => {
  const figures: Figure[] = [];
  await measureIndex(SIZE, PARTS, (figure) => figures.push(figure));
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  const value = (name: string): number => figures.find((figure) => figure.name === name)?.value ?? 0;
  const written = (kind: string): number => value(`index.written.${kind}`);
  const found = (kind: string): number => value(`index.found.${kind}`);

  expect(written('rune etchings')).toBeGreaterThan(0);
  expect(found('runes')).toBe(written('rune etchings') + written('rune etchings without a name'));
  expect(found('rune mints')).toBe(written('rune mints'));
  expect(found('inscriptions')).toBe(written('inscriptions'));
  const brc20 = ['deploys', 'mints', 'transfers inscribed', 'transfers moved'].map((op) => `BRC-20 ${op}`);
  expect(brc20.map(written).every((count) => count > 0)).toBe(true);
  expect(found('BRC-20 operations')).toBe(brc20.map(written).reduce((sum, count) => sum + count, 0));
  expect(found('PINs')).toBe(written('PINs'));
  for (const name of ['index.parse', 'index.everything', 'index.share', 'index.memory', 'index.flat'])
    expect(value(name), name).toBeGreaterThan(0);
  const agreed = figures.filter(({ name }) => name === 'index.runes.agree');
  expect(agreed).toHaveLength(4);
  expect(agreed.every(({ ok }) => ok)).toBe(true);
}, 120_000);

test('the chain is the same every time, and a part has its size from two settings', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-chain-'));
  try {
    const size = { blocks: 3, transactions: 30 };
    const [one, two] = [join(directory, 'one'), join(directory, 'two')];
    expect(await PARTS.write(one, size)).toEqual(await PARTS.write(two, size));
    expect((await PARTS.runes(one)).digest).toBe((await PARTS.runes(two)).digest);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  expect(sizeFrom({ BENCH_BLOCKS: '6' })).toEqual({ blocks: 6, transactions: 2_500 });
  expect(() => sizeFrom({ BENCH_TXS: 'many' })).toThrow('whole number');
});
