/** bench rewards in small: an epoch is closed, claims are handed in, a page is read, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measureRewards } from './rewards.ts';

const SMALL = {
  market: { addresses: 50, fills: 400 },
  page: { clients: 5, seconds: 1 },
  claims: 3,
};
const FIGURES = [
  ...['close', 'close.ratio', 'prepare.p50'],
  ...['claim', 'page'].flatMap((name) => ['p50', 'p99', 'p99.ratio'].map((part) => `${name}.${part}`)),
].map((name) => `rewards.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  await measureRewards(SMALL, {
    bundles: resolve(import.meta.dirname, '../../../../../dist'),
    say: (figure) => figures.push(figure),
  });
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
}, 180_000);
