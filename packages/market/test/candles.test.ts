/** Candles against a naive look at each stretch of time; order types and prices as data. */
import fc from 'fast-check';
import { amount, sats } from '@rialto/protocols';
import { describe, expect, it } from 'vitest';
import {
  CANDLE_INTERVALS,
  MARKETS,
  SMALLEST_ORDER,
  buildBook,
  basketOf,
  candleStart,
  candlesOf,
  marketNamed,
  marketOfType,
  rateE18,
} from '../src/index.ts';
import type { CandleInterval, CandleTrade } from '../src/index.ts';

const intervals = Object.keys(CANDLE_INTERVALS) as CandleInterval[];
const trade = (at: number, total: bigint, units: bigint): CandleTrade => ({
  at,
  total: sats(total),
  amount: amount(units),
});

describe('candles', () => {
  it.each([
    ['15m', '2026-11-21T20:30:00.000Z'],
    ['1h', '2026-11-21T20:00:00.000Z'],
    ['4h', '2026-11-21T20:00:00.000Z'],
    ['1d', '2026-11-21T00:00:00.000Z'],
    ['1w', '2026-11-16T00:00:00.000Z'],
  ] as const)('of %s begin on the clock, weeks on Monday', (interval, start) => {
    expect(new Date(candleStart(Date.parse('2026-11-21T20:39:24Z'), interval)).toISOString()).toBe(start);
    expect(candleStart(Date.parse(start), interval)).toBe(Date.parse(start));
  });

  it('tell open, high, low, close, the average of all sats over all tokens, and what changed hands', () => {
    const trades = [
      trade(5, 300n, 10n),
      trade(1, 100n, 10n),
      trade(5, 200n, 10n),
      trade(3, 50n, 10n),
      trade(4, 9n, 0n),
    ];
    const rate = (price: bigint): bigint => price * 10n ** 18n;
    expect(candlesOf(trades, '15m', 0)).toEqual([
      {
        start: 0,
        open: rate(10n),
        high: rate(30n),
        low: rate(5n),
        close: rate(20n),
        average: rate(650n) / 40n,
        volume: 40n,
        turnover: 650n,
        trades: 4,
      },
    ]);
    expect(candlesOf([], '1h')).toEqual([]);
  });

  it('agree with a naive look at each stretch', () => {
    const some = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 40 * 86_400_000 }),
        fc.bigInt(10_000n, 10n ** 8n),
        fc.bigInt(1n, 10n ** 6n),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        some,
        fc.constantFrom(...intervals),
        fc.integer({ min: 0, max: 18 }),
        (list, interval, decimals) => {
          const trades = list.map(([at, total, units]) => trade(at, total, units));
          const candles = candlesOf(trades, interval, decimals);
          expect(candles.reduce((sum, candle) => sum + candle.trades, 0)).toBe(trades.length);
          candles.forEach((candle, n) => {
            expect(candle.start).toBeGreaterThan(candles[n - 1]?.start ?? Number.NEGATIVE_INFINITY);
            const end = candle.start + CANDLE_INTERVALS[interval].length;
            const inside = trades.filter(({ at }) => at >= candle.start && at < end);
            const rates = inside
              .map((one, given) => ({ ...one, given }))
              .sort((a, b) => a.at - b.at || a.given - b.given)
              .map((one) => (one.total * 10n ** BigInt(decimals + 18)) / one.amount);
            const sorted = rates.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
            const [volume, turnover] = [
              inside.reduce((sum, one) => sum + one.amount, 0n),
              inside.reduce((sum, one) => sum + one.total, 0n),
            ];
            expect(candle).toEqual({
              start: candle.start,
              open: rates[0],
              close: rates.at(-1),
              low: sorted[0],
              high: sorted.at(-1),
              volume,
              turnover,
              trades: inside.length,
              average: (turnover * 10n ** BigInt(decimals + 18)) / volume,
            });
          });
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('order types', () => {
  it('are 1/2, 11/12, 21/22 and 31/32, none smaller than 10,000 sat', () => {
    const rules = MARKETS.map(({ name, types, lots, lotsOutliveMoves }) => [
      name,
      types.ask,
      types.bid,
      lots,
      lotsOutliveMoves,
    ]);
    expect(rules).toEqual([
      ['brc20', 1, 2, 'brc20', false],
      ['mrc20', 11, 12, 'mrc20', true],
      ['idcoin', 21, 22, 'mrc20', true],
      ['runes', 31, 32, 'rune', true],
    ]);
    for (const market of MARKETS) {
      expect(marketOfType(market.types.ask)).toEqual({ market, side: 'ask' });
      expect(marketOfType(market.types.bid)).toEqual({ market, side: 'bid' });
      expect(marketNamed(market.name)).toBe(market);
    }
    expect(SMALLEST_ORDER).toBe(10_000n);
  });
  it.each([0, 3, 10, 13, 20, 23, 1.5, Number.NaN])('%s is none', (type) => {
    expect(() => marketOfType(type)).toThrow('invalid-order-type');
  });
});

describe('prices', () => {
  it.each([
    [0, '2000'],
    [8, '200000000000'],
    [18, '2000000000000000000000'],
  ])('count whole tokens of %i decimals', (decimals, price) => {
    const asks = [
      { id: 'a', total: sats(20_000n), amount: amount(10n), placedAt: 0, mine: false, pending: false },
    ];
    expect(buildBook(asks, decimals)[0]?.price).toBe(price);
    expect(basketOf(asks, decimals).price).toBe(price);
    expect(rateE18(sats(20_000n), amount(10n), decimals)).toBe(BigInt(price) * 10n ** 18n);
  });
});
