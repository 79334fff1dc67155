/** bench mvc in small: everything is measured, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measureMvc } from './mvc.ts';

const SMALL = {
  ...{ verifies: 2, submits: 4, swaps: 6, clients: 2 },
  quotes: { clients: 5, seconds: 1 },
  index: { blocks: 3, transactions: 40 },
};
const FIGURES = [
  ...['page', 'index', 'block.swaps', 'block.took', 'block.again', 'block.swap.p50'],
  ...['buy', 'sell'].flatMap((side) => ['', '.bare', '.ratio'].map((part) => `verify.${side}${part}`)),
  ...['quote', 'submit'].flatMap((name) => ['p50', 'p99', 'p99.ratio'].map((part) => `${name}.${part}`)),
].map((name) => `mvc.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  const root = resolve(import.meta.dirname, '../../../../..');
  await measureMvc(SMALL, { root, say: (figure) => figures.push(figure) });
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  const sure = figures.filter(({ name }) => ['mvc.page', 'mvc.block.swaps'].includes(name));
  expect(sure.filter(({ ok }) => !ok)).toEqual([]);
}, 180_000);
