/** Which coins leave with an exit, and that small ones never become so many that an order which is covered cannot leave. */
import { MOST_LOCKED_COINS } from '@rialto/contract';
import { Refusal } from '@rialto/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restCoinsOf } from '../../../src/bridge/exits/mvc/rest-coins.ts';
import { pickCoins, withSmallCoins } from '../../../src/bridge/exits/pick-coins.ts';

const DUST = 546n;
const sumOf = (coins: readonly bigint[]): bigint => coins.reduce((sum, one) => sum + one, 0n);
const picking = (needed: bigint, most: number) => ({
  ...{ holds: (one: { value: bigint }) => one.value, needed, most },
  fits: (left: bigint) => left === 0n || left >= DUST,
});
const coinsOf = (values: readonly bigint[]) => values.map((value) => ({ value }));
const valuesOf = (coins: readonly { value: bigint }[]): bigint[] => coins.map(({ value }) => value);
const pick = (coins: readonly bigint[], needed: bigint, most = 20): bigint[] =>
  valuesOf(pickCoins(coinsOf(coins), picking(needed, most)));

describe('coins that leave', () => {
  it('are the smallest that is enough, else the largest together', () => {
    expect(pick([10_000n, 3_000n, 5_000n], 2_000n)).toEqual([3_000n]);
    expect(pick([10_000n, 3_000n, 5_000n], 12_000n)).toEqual([10_000n, 5_000n]);
    // No coin that nobody may spend is left behind.
    expect(pick([3_000n, 10_000n], 2_900n)).toEqual([10_000n]);
  });

  it('hold what is needed, leave nothing that is no coin, or are refused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 546n, max: 100_000n }), { maxLength: 30 }),
        fc.bigInt({ min: 1n, max: 400_000n }),
        (coins, needed) => {
          try {
            const sum = sumOf(pick(coins, needed));
            expect(sum === needed || sum >= needed + DUST).toBe(true);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            expect(error.code).toBe('bridge-short');
          }
        },
      ),
    );
  });
});

describe('small coins that go along', () => {
  const along = (values: readonly bigint[], needed: bigint, most: number): bigint[] => {
    const coins = coinsOf(values);
    const of = picking(needed, most);
    return valuesOf(withSmallCoins(pickCoins(coins, of), coins, of));
  };
  const many = (count: number, from = 1_000n): bigint[] =>
    Array.from({ length: count }, (_, at) => from + BigInt(at));

  it('are the smallest, as many as may be, and twenty stay free', () => {
    expect(along([50_000n, ...many(40)], 40_000n, 5)).toEqual([50_000n, ...many(4)]);
    expect(along([50_000n, ...many(24)], 40_000n, 100)).toEqual([50_000n, ...many(4)]);
    expect(along([50_000n, ...many(20)], 40_000n, 100)).toEqual([50_000n]);
    expect(along([50_000n, ...many(40)], 40_000n, 1)).toEqual([50_000n]);
  });

  it('never make a rest that is no coin', () => {
    expect(along([50_000n, ...many(22, 330n)], 50_000n, 100)).toEqual([50_000n]);
  });
});

/** One block with a payout: its coins become one with what is left. */
function paidOut(coins: readonly bigint[], needed: bigint, most: number): bigint[] {
  const all = coinsOf(coins);
  const of = picking(needed, MOST_LOCKED_COINS);
  const taken = withSmallCoins(pickCoins(all, of), all, { ...of, most });
  const left = sumOf(valuesOf(taken)) - needed;
  return [...valuesOf(all.filter((coin) => !taken.includes(coin))), ...(left === 0n ? [] : [left])];
}

const canLeave = (coins: readonly bigint[], needed: bigint): boolean => {
  try {
    return pick(coins, needed, MOST_LOCKED_COINS).length > 0;
  } catch {
    return false;
  }
};

it('an order that is covered leaves at once from a hundred coins or fewer, else after so many payouts of others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 546n, max: 60_000n }), { minLength: 1, maxLength: 600 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 2, max: 80 }),
      fc.bigInt({ min: 546n, max: 1_000n }),
      (values, share, most, small) => {
        const bound = Math.max(0, Math.ceil((values.length - MOST_LOCKED_COINS) / (most - 1)));
        const rest = sumOf(values) - DUST - BigInt(bound) * small;
        const needed = (rest * BigInt(share)) / 1_000n;
        fc.pre(needed >= DUST);
        let coins: bigint[] = values;
        let payouts = 0;
        for (; !canLeave(coins, needed); payouts += 1) coins = paidOut(coins, small, most);
        expect(payouts).toBeLessThanOrEqual(bound);
      },
    ),
  );
});

it('the rest of the stock becomes two coins while there are few that are enough for the largest mint', () => {
  const of = (rest: bigint, units: readonly bigint[]) =>
    restCoinsOf(rest, { others: units.map((one) => ({ units: one })), largest: 100n });
  expect(of(200n, [])).toBe(2);
  expect(of(199n, [])).toBe(1);
  expect(
    of(
      1_000n,
      Array.from({ length: 10 }, () => 100n),
    ),
  ).toBe(2);
  expect(
    of(
      1_000n,
      Array.from({ length: 11 }, () => 100n),
    ),
  ).toBe(1);
  // Anybody can put those in.
  expect(
    of(
      1_000n,
      Array.from({ length: 12 }, () => 1n),
    ),
  ).toBe(2);
});
