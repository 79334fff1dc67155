/** Figures of a token's market: tickers and candles. */
import { z } from 'zod';
import { AssetIdText, At, Book, Decimal, Net, Tick, Timestamp, Whole } from './wire/wire.ts';

export const TickersQuery = z.object({ net: Net, tick: Tick.optional(), assetId: AssetIdText.optional() });
export const Tickers = z.object({
  results: z.array(
    z.object({
      book: Book,
      tick: Tick,
      assetId: z.string(),
      coinDecimalNum: z.int(),
      net: Net,
      /**
       * Market price in sat per token: of the last sale, before the first one that of the lowest ask. The original took the mean of
       * the best orders, which whoever places one moves without a sale (rules §29).
       */
      avgPrice: z.string(),
      lastPrice: z.string(),
      floorPrice: z.string(),
      /** The last price as it stood 24 hours ago; 0 when nothing had been sold by then. */
      price24hAgo: z.string(),
      /** By how much the last price differs from it, in hundredths of a percent; absent without one. */
      change24h: z.int().optional(),
      /** In sat. */
      volume24h: Whole,
      trades24h: z.int(),
      openOrders: z.int(),
    }),
  ),
});

/** How long a candle is. Days and weeks begin at midnight UTC, weeks on Monday. */
export const KlineInterval = z.enum(['15m', '1h', '4h', '1d', '1w']);
export const KlineQuery = z.object({
  net: Net,
  tick: Tick,
  assetId: AssetIdText.optional(),
  interval: KlineInterval,
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .optional(),
});
export const Kline = z.object({
  /** When it begins. */
  timestamp: Timestamp,
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  /** All sats over all tokens. */
  avg: z.string(),
  /** In whole tokens. */
  volume: Decimal,
  /** In sat. */
  turnover: Whole,
  trades: z.int(),
});
/** Oldest first; a stretch without a sale has no candle. Prices are sat per whole token, exact text. */
export const Klines = z.object({ list: z.array(Kline), at: At });

export type Kline = z.infer<typeof Kline>;
export type Klines = z.infer<typeof Klines>;
export type Tickers = z.infer<typeof Tickers>;
