/** Candles: what trades did in each stretch of time. Pure; prices are exact rates, amounts in smallest units. */
import type { Amount, Sats } from '@rialto/protocols';
import { TOKEN_DECIMALS } from './money.ts';
import { rateE18 } from './fees.ts';

export type CandleInterval = '15m' | '1h' | '4h' | '1d' | '1w';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** 1970 began on a Thursday; weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY;

/** Length in ms, and where the first one begins (UTC). */
export const CANDLE_INTERVALS: Readonly<
  Record<CandleInterval, { readonly length: number; readonly offset: number }>
> = {
  '15m': { length: 15 * MINUTE, offset: 0 },
  '1h': { length: 60 * MINUTE, offset: 0 },
  '4h': { length: 240 * MINUTE, offset: 0 },
  '1d': { length: DAY, offset: 0 },
  '1w': { length: 7 * DAY, offset: FIRST_MONDAY },
};

export interface CandleTrade {
  /** ms since 1970. */
  readonly at: number;
  readonly total: Sats;
  readonly amount: Amount;
}

/** Rates are sat per whole token × 10^18. */
export interface Candle {
  /** ms since 1970, UTC. */
  readonly start: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  /** Of all sats over all tokens. */
  readonly average: bigint;
  readonly volume: Amount;
  readonly turnover: Sats;
  readonly trades: number;
}

/** Where the candle begins that a moment (ms since 1970) belongs to. */
export function candleStart(at: number, interval: CandleInterval): number {
  const { length, offset } = CANDLE_INTERVALS[interval];
  return Math.floor((at - offset) / length) * length + offset;
}

/**
 * One candle for each stretch that had a trade, oldest first. Trades of one moment count in the order they are given; a trade of
 * no tokens has no price and is left out.
 * @param decimals of the token
 */
export function candlesOf(
  trades: readonly CandleTrade[],
  interval: CandleInterval,
  decimals = TOKEN_DECIMALS,
): readonly Candle[] {
  const candles = new Map<number, Candle>();
  for (const trade of trades.filter(({ amount }) => amount > 0n).toSorted((a, b) => a.at - b.at)) {
    const start = candleStart(trade.at, interval);
    candles.set(start, withTrade(candles.get(start) ?? emptyAt(start), trade, decimals));
  }
  return [...candles.values()];
}

function emptyAt(start: number): Candle {
  const rates = { open: 0n, high: 0n, low: 0n, close: 0n, average: 0n };
  return { start, ...rates, volume: 0n as Amount, turnover: 0n as Sats, trades: 0 };
}

function withTrade(before: Candle, { total, amount }: CandleTrade, decimals: number): Candle {
  const rate = rateE18(total, amount, decimals);
  const first = before.trades === 0;
  const volume = (before.volume + amount) as Amount;
  const turnover = (before.turnover + total) as Sats;
  return {
    start: before.start,
    open: first ? rate : before.open,
    high: first || rate > before.high ? rate : before.high,
    low: first || rate < before.low ? rate : before.low,
    close: rate,
    average: rateE18(turnover, volume, decimals),
    volume,
    turnover,
    trades: before.trades + 1,
  };
}
