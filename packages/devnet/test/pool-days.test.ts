/** What people of the past swap: towards the price of the day, never a trifle. */
import { expect, it } from 'vitest';
import { swapOf } from '../src/past/pool-days.ts';
import { PAST_TOKENS } from '../src/past/tokens.ts';

const token = PAST_TOKENS.find(({ pool }) => pool !== undefined);
if (token === undefined) throw new Error('a token of the past has a pool');
/** At 2.6 sat a token: today's price. */
const reserves = { r1: 4_000_000n, r2: 1_538_461n };
const DAYS = Array.from({ length: 50 }, (_, at) => at);

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

it('where the price is right somebody swaps for himself, both ways over the days', () => {
  const sides = DAYS.map((at) => swapOf(token, reserves, { part: 100_000n, at }).side);
  expect(new Set(sides)).toEqual(new Set(['buy', 'sell']));
});
