/** What people of the past swap: towards the price of the day, never a trifle. */
import { expect, it } from 'vitest';
import { swapOf } from '../src/past/pool-days.ts';
import { PAST_TOKENS } from '../src/past/tokens.ts';

const token = PAST_TOKENS.find(({ tick }) => tick === 'QUIET•HARBOR•LIGHT');
if (token === undefined) throw new Error('a token of the past has a pool');
/** At 2.6 sat a token: today's price. */
const reserves = { r1: 4_000_000n, r2: 1_538_461n, scale: 1n };
const DAYS = Array.from({ length: 50 }, (_, at) => at);

it('two pools of each kind have a past, one of them thin, and one is left empty', () => {
  const pools = PAST_TOKENS.filter(({ pool }) => pool !== undefined);
  expect(pools.map(({ book }) => book).toSorted()).toEqual(['brc20', 'brc20', 'runes', 'runes']);
  const sats = pools.map(({ pool = 0n }) => pool).toSorted((a, b) => (a < b ? -1 : 1));
  expect(sats[0]).toBeLessThan((sats[1] ?? 0n) / 2n);
  const others = PAST_TOKENS.filter(
    ({ book, pool }) => pool === undefined && ['brc20', 'runes'].includes(book),
  );
  expect(others.map(({ tick }) => tick)).toEqual(['onyx']);
});

it.each(DAYS)('buys where the day’s price is higher, sells where it is lower: %i', (at) => {
  const dear = swapOf(token, reserves, { part: 140_000n, at });
  expect(dear.side).toBe('buy');
  expect(dear.amount).toBeGreaterThan(200_000n);
  const cheap = swapOf(token, reserves, { part: 60_000n, at });
  expect(cheap.side).toBe('sell');
  expect(cheap.amount * 26n).toBeGreaterThan(2_000_000n);
});

it('goes a part of the way, or a little beyond: no swap takes the pool to another price', () => {
  for (const at of DAYS) {
    const { amount } = swapOf(token, reserves, { part: 140_000n, at });
    // √1.4 − 1 of the sats is all of the way, and a fifth more the most.
    expect(amount).toBeLessThan(880_000n);
  }
});

it('counts a token in its smallest units, however many they are', () => {
  const fine = { r1: reserves.r1, r2: reserves.r2 * 10n ** 18n, scale: 10n ** 18n };
  for (const at of DAYS) {
    const part = 60_000n + BigInt(at) * 2_000n;
    const [plain, counted] = [reserves, fine].map((of) => swapOf(token, of, { part, at }));
    expect(counted?.side).toBe(plain?.side);
    expect(counted?.side === 'buy' ? counted.amount : (counted?.amount ?? 0n) / 10n ** 18n).toBe(
      plain?.amount,
    );
  }
});

it('where the price is right somebody swaps for himself, both ways over the days', () => {
  const sides = DAYS.map((at) => swapOf(token, reserves, { part: 100_000n, at }).side);
  expect(new Set(sides)).toEqual(new Set(['buy', 'sell']));
});
