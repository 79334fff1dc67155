/** bench pools in small: a pool is opened, parted and measured, and every figure is there. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../figure.ts';
import { measurePools } from './pools.ts';

const SMALL = { lanes: 2, depth: 3, clients: 3, quotes: { clients: 5, seconds: 1 }, pools: 6, real: 3 };
const FIGURES = [
  ...[
    'block.swaps',
    'block.took',
    'block.moved',
    'bots.took',
    'bots.moved',
    'bots.build.p50',
    'bots.submit.p50',
    'state',
    'state.ratio',
    'memory',
  ],
  ...['build', 'submit', 'quote'].flatMap((name) =>
    ['p50', 'p99', 'p99.ratio'].map((part) => `${name}.${part}`),
  ),
  ...['init.p2tr', 'buy.p2tr', 'buy.p2wpkh', 'sell.p2tr', 'sell.p2wpkh'].map((name) => `size.${name}`),
  ...['cost', 'cost.richswap', 'cost.dotswap', 'cost.runesdex'],
].map((name) => `pools.${name}`);

test('every figure is there', async () => {
  const figures: Figure[] = [];
  await measurePools(SMALL, {
    bundles: resolve(import.meta.dirname, '../../../../../dist'),
    say: (figure) => figures.push(figure),
  });
  expect(figures.map(({ name }) => name).toSorted()).toEqual(FIGURES.toSorted());
  expect(figures.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
  const sized = figures.filter(({ name }) => name.startsWith('pools.size') || name.startsWith('pools.cost'));
  expect(sized.filter(({ ok }) => !ok)).toEqual([]);
}, 180_000);
