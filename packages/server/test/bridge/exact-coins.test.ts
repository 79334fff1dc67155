/** Coins that hold exactly an amount: what is found holds it, what is there is found, and a hundred coins keep nobody waiting. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactCoins } from '../../src/bridge/orders/exact-coins.ts';

const sumOf = (coins: readonly bigint[]): bigint => coins.reduce((sum, one) => sum + one, 0n);
const exact = (coins: readonly bigint[], amount: bigint, most = 20) =>
  exactCoins(
    coins.map((held, at) => ({ held, at })),
    ({ held }) => held,
    amount,
    most,
  );
const held = (...given: Parameters<typeof exact>) => exact(...given)?.map((one) => one.held);

describe('coins that hold exactly an amount', () => {
  it('are one where one is enough, else the fullest first', () => {
    expect(held([3n, 7n, 4n], 7n)).toEqual([7n]);
    expect(held([3n, 9n, 4n, 2n], 7n)).toEqual([4n, 3n]);
    expect(held([5n, 4n, 3n], 7n)).toEqual([4n, 3n]);
  });

  it.each<[string, readonly bigint[], bigint, number]>([
    ['there are none', [], 1n, 20],
    ['they hold less', [1n, 2n], 4n, 20],
    ['each holds more', [5n, 6n], 4n, 20],
    ['they go past it', [3n, 3n], 4n, 20],
    ['it takes more of them than one payment spends', [1n, 1n, 1n], 3n, 2],
    ['empty ones are all there are', [0n, 0n], 1n, 20],
  ])('are not found where %s', (_, coins, amount, most) => {
    expect(exact(coins, amount, most)).toBeUndefined();
  });

  it('hold it, each taken once, whenever they are found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 50n }), { maxLength: 40 }),
        fc.bigInt({ min: 1n, max: 400n }),
        fc.integer({ min: 1, max: 20 }),
        (coins, amount, most) => {
          const found = exact(coins, amount, most) ?? [];
          if (found.length === 0) return;
          expect(sumOf(found.map((one) => one.held))).toBe(amount);
          expect(found.length).toBeLessThanOrEqual(most);
          expect(new Set(found.map(({ at }) => at)).size).toBe(found.length);
          expect(found.every(({ held: holds, at }) => holds > 0n && coins[at] === holds)).toBe(true);
        },
      ),
    );
  });

  it('are found wherever some of a few do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        (all) => {
          const amount = sumOf(all.flatMap(([holds, isPaid]) => (isPaid ? [holds] : [])));
          fc.pre(amount > 0n);
          const coins = all.map(([holds]) => holds);
          expect(sumOf(held(coins, amount) ?? [])).toBe(amount);
        },
      ),
    );
  });

  it('are given up soon where hundreds of all sizes do not', () => {
    const coins = Array.from({ length: 100 }, (_, at) => 2n * BigInt(1_000_000 + at * at * 7_919));
    const began = performance.now();
    expect(exact(coins, sumOf(coins.slice(0, 40)) + 1n)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
