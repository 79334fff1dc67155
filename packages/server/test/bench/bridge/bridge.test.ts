/** bench bridge in small: payments are told and paid out, orders lie about, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measureBridge } from './bridge.ts';

const FIGURES = [
  ...['seen', 'payout', 'lot'].flatMap((name) =>
    ['p50', 'p99', 'p99.ratio'].map((part) => `${name}.${part}`),
  ),
  ...['orders.block', 'orders.seen.ratio'],
].map((name) => `bridge.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  await measureBridge(
    { payments: 2, orders: 200, blocks: 1 },
    {
      bundles: resolve(import.meta.dirname, '../../../../../dist'),
      say: (figure) => figures.push(figure),
    },
  );
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
}, 180_000);
