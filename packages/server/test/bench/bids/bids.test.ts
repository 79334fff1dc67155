/** bench bids in small: a whole exchange is staged and measured, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { bidsSizeFrom, measureBids } from './bids.ts';

const SMALL = {
  ...bidsSizeFrom({ BENCH_ORDERS: '90' }),
  ...{ pairs: 9, clients: 4, seconds: 1, takes: 4, pushes: 3, fills: 2, spentFundings: 2 },
};
const FIGURES = [
  ...['start', 'start.ratio', 'start.books', 'start.memory', 'memory'],
  ...['snapshot.first.p99', 'snapshot.p50', 'snapshot.p99', 'snapshot.p99.ratio'],
  ...['fill.brc20.size', 'fill.mrc20.size'],
  ...['push', 'fill.brc20', 'fill.mrc20', 'leave'].flatMap((name) =>
    ['p50', 'p99', 'p99.ratio'].map((part) => `${name}.${part}`),
  ),
].map((name) => `bids.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  await measureBids(SMALL, {
    bundles: resolve(import.meta.dirname, '../../../../../dist'),
    say: (figure) => figures.push(figure),
  });
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
}, 180_000);

test('there is a bid for every three asks', () => {
  expect(bidsSizeFrom({})).toMatchObject({ orders: 300_000, rungs: 100_000 });
});
