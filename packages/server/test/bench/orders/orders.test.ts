/** bench orders in small: a whole exchange is staged and measured, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measureOrders, ordersSizeFrom } from './orders.ts';
import { watchHere } from './orders-watch.ts';

const SMALL = {
  orders: 90,
  pairs: 9,
  clients: 4,
  seconds: 1,
  watchers: 12,
  asks: 8,
  asksPerSecond: 5,
  leaves: 3,
  takes: 3,
};
const FIGURES = [
  'start',
  'start.ratio',
  'start.books',
  'start.memory',
  'snapshot.first.p99',
  'snapshot.p50',
  'snapshot.p99',
  'snapshot.p99.ratio',
  'accept.p50',
  'accept.p99',
  'feed.p50',
  'feed.p99',
  'memory',
  'leave.feed.p50',
  'leave.feed.p99',
  'leave.snapshot.p50',
  'leave.snapshot.p99',
  'take.brc20.p50',
  'take.brc20.p99',
  'take.mrc20.p50',
  'take.mrc20.p99',
  ...['accept', 'feed', 'leave.feed', 'leave.snapshot', 'take.brc20', 'take.mrc20'].map(
    (name) => `${name}.p99.ratio`,
  ),
].map((name) => `orders.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  await measureOrders(SMALL, {
    bundles: resolve(import.meta.dirname, '../../../../../dist'),
    watch: watchHere,
    say: (figure) => figures.push(figure),
  });
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
}, 180_000);

test('BENCH_ORDERS says how many orders there are', () => {
  expect(ordersSizeFrom({})).toMatchObject({ orders: 300_000, pairs: 3_000, watchers: 1_000 });
  expect(ordersSizeFrom({ BENCH_ORDERS: '600' })).toMatchObject({ orders: 600, pairs: 600 });
  expect(() => ordersSizeFrom({ BENCH_ORDERS: 'many' })).toThrow('whole number');
});
