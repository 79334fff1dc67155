/** The days of the past: when, and at what price. */
import { describe, expect, it } from 'vitest';
import { PAST_SECONDS, hoursBetween, priceThen, roundsOf } from '../src/past/days.ts';

const DAY = 86_400;
const to = 1_800_000_000;
const whole = { from: to - PAST_SECONDS, to };

describe('the rounds of two weeks', () => {
  const rounds = roundsOf(whole);

  it('are in order, inside the days, and reach the last hour', () => {
    expect(rounds).toEqual(rounds.toSorted((a, b) => a - b));
    expect(new Set(rounds).size).toBe(rounds.length);
    expect(rounds[0]).toBeGreaterThan(whole.from);
    expect(rounds.at(-1)).toBeLessThan(to);
    expect(rounds.at(-1)).toBeGreaterThan(to - 3_600);
  });

  it('are there on each day, and more often on the last', () => {
    const onDay = (day: number): number =>
      rounds.filter((at) => at >= to - (day + 1) * DAY && at < to - day * DAY).length;
    const days = Array.from({ length: 13 }, (_, at) => onDay(at));
    expect(Math.min(...days)).toBeGreaterThanOrEqual(3);
    expect(onDay(0)).toBeGreaterThan(2 * onDay(1));
  });

  it('are the same when the same days are asked for again', () => {
    expect(roundsOf({ ...whole })).toEqual(rounds);
  });

  it('of minutes that were slept through are few or none', () => {
    expect(roundsOf({ from: to - 900, to }).length).toBeLessThanOrEqual(1);
    expect(roundsOf({ from: to - 60, to })).toEqual([]);
  });
});

it('has an hour between blocks without trades', () => {
  expect(hoursBetween(7_000, 15_000)).toEqual([7_200, 10_800, 14_400]);
  expect(hoursBetween(7_200, 7_300)).toEqual([]);
});

describe('prices of the past', () => {
  const pricesOf = (span: { from: number; to: number }): number[] =>
    roundsOf(span).map((at) => priceThen('FERN', span, { at, nth: 0 }));

  it('go up to just below the asks of today, and move', () => {
    const prices = pricesOf(whole);
    expect(Math.min(...prices)).toBeGreaterThan(0.54);
    expect(Math.max(...prices)).toBeLessThan(1);
    expect(prices.at(-1)).toBeGreaterThan(0.97);
    expect(prices[0]).toBeLessThan(0.75);
    expect(prices.filter((price, at) => price < (prices[at - 1] ?? 0)).length).toBeGreaterThan(20);
  });

  it('of days that were slept through begin and end where the past had ended', () => {
    const prices = pricesOf({ from: to - 3 * DAY, to });
    expect(prices.at(-1)).toBeGreaterThan(0.96);
    expect(prices[0]).toBeGreaterThan(0.94);
  });
});
