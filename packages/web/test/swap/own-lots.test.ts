/** One's own lots at the door of a pool, and the pool's that can be bought. */
import { expect, it } from 'vitest';
import { chosenOf, ownLots, sumOf, toggled } from '../../src/screens/swap/lots/own-lots.ts';
import { countsOf, sumText } from '../../src/screens/swap/lots/ready-lots.ts';
import { id } from '../fake/people.ts';

const entry = (seed: number, amount: string, confirmations: number, more: object = {}) => ({
  ...{ inscriptionId: `${id(seed)}i0`, inscriptionNumber: '7', amount, outValue: '546' },
  ...{ outpoint: `${id(seed)}:0`, confirmations },
  ...more,
});
const [deep, young, new_, listed] = [1, 2, 3, 4].map((seed) => `${id(seed)}:0`);
const lots = ownLots(
  [
    entry(1, '1000', 3),
    entry(2, '250.5', 2),
    entry(3, '1', 0, { inscriptionNumber: '-1' }),
    entry(4, '9', 5, { orderId: id(9) }),
  ],
  [],
);

it('go in once three blocks have them, and while they are in no offer', () => {
  expect(lots.map(({ state }) => state)).toEqual(['ready', 'waiting', 'waiting', 'listed']);
  expect(ownLots([entry(1, '1', 3)], [deep ?? ''])[0]?.state).toBe('signed');
});

it('hold together what is chosen of those that can go', () => {
  const chosen = chosenOf(lots, [deep ?? '', young ?? '', new_ ?? '', listed ?? '']);
  expect(chosen.map(({ outpoint }) => outpoint)).toEqual([deep]);
  expect(sumOf(chosen)).toBe(1_000n * 10n ** 18n);
  expect(chosenOf(undefined, [deep ?? ''])).toEqual([]);
});

it('four go at once, and no fifth is taken', () => {
  const four = ['a', 'b', 'c', 'd'].reduce<readonly string[]>(toggled, []);
  expect(four).toEqual(['a', 'b', 'c', 'd']);
  expect(toggled(four, 'e')).toBe(four);
  expect(toggled(four, 'b')).toEqual(['a', 'c', 'd']);
});

it('the pool’s are counted by their amounts, and written as a sum', () => {
  expect(countsOf(['1000', '50', '50'])).toEqual([
    { amount: '1000', count: 1 },
    { amount: '50', count: 2 },
  ]);
  expect(sumText(['100000', '5000', '5000'], 2)).toBe('1,000 + 2 × 50');
});
