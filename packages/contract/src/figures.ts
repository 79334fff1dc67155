/** Figures of a token's market: tickers and candles. */
import { z } from 'zod';
import { PageSize } from './address.ts';
import {
  AssetIdText,
  At,
  Book,
  Decimal,
  InscriptionIdText,
  Net,
  RuneIdText,
  Tick,
  Timestamp,
  Whole,
} from './wire/wire.ts';

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
      /** Of the best standing bid, in sat per token; 0 when there is none. */
      bidPrice: z.string(),
      /** The last price as it stood 24 hours ago; 0 when nothing had been sold by then. */
      price24hAgo: z.string(),
      /** By how much the last price differs from it, in hundredths of a percent; without one, from the first sale there was. */
      change24h: z.int().optional(),
      /** There where the change is the one since the first sale, because that is younger than a day. */
      changeSince: z.literal('listing').optional(),
      /** In sat. */
      volume24h: Whole,
      trades24h: z.int(),
      openOrders: z.int(),
    }),
  ),
});

/** What a list of markets is sorted by; those that do not have it come last. */
export const MarketSort = z.enum(['volume', 'last', 'change', 'bid', 'floor', 'listed']);
export const MarketsQuery = z.object({
  net: Net,
  book: Book.optional(),
  /** A part of a tick, or a deploy id. */
  search: z.string().max(66).optional(),
  /** Of these tokens only: asset ids joined by commas, at most 50. */
  assetIds: z.string().max(4550).optional(),
  sortKey: MarketSort.optional(),
  /** 1 rising, -1 falling. */
  sortType: z.enum(['1', '-1']).optional(),
  size: PageSize,
  cursor: z
    .string()
    .regex(/^(0|[1-9][0-9]{0,5})$/)
    .optional(),
});
export const Market = z.object({
  book: Book,
  tick: Tick,
  assetId: z.string(),
  deployId: z.union([InscriptionIdText, RuneIdText]),
  /** False when a token whose tick looks the same is older. */
  firstDeployed: z.boolean(),
  /** False when its tick has signs of several scripts: it never counts as the first. */
  oneScript: z.boolean(),
  /** Sat per token, of the last sale; 0 before the first one. */
  lastPrice: z.string(),
  /** By how much it differs from the price of a day ago, in hundredths of a percent; without one, from the first sale there was. */
  change24h: z.int().optional(),
  /** There where the change is the one since the first sale, because that is younger than a day. */
  changeSince: z.literal('listing').optional(),
  /** In sat. */
  volume24h: Whole,
  trades24h: z.int(),
  /** Sat per token, of the cheapest ask; 0 when there is none. */
  floorPrice: z.string(),
  /** Sat per token, of the best standing bid; 0 when there is none. */
  bidPrice: z.string(),
  openOrders: z.int(),
});
/** The markets of all books, or of one: every token that is traded, and the most used of those that are not. */
export const Markets = z.object({
  list: z.array(Market),
  total: z.int(),
  /** Where the next page begins; absent on the last one. */
  nextCursor: z.string().optional(),
});

/** How long a candle is. Days and weeks begin at midnight UTC, weeks on Monday. */
export const KlineInterval = z.enum(['15m', '1h', '4h', '1d', '1w']);
const Stretch = {
  net: Net,
  interval: KlineInterval,
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .optional(),
};
export const KlineQuery = z.object({ ...Stretch, tick: Tick, assetId: AssetIdText.optional() });
/** The pool is in the path. */
export const PoolKlineQuery = z.object(Stretch);
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
export type Market = z.infer<typeof Market>;
export type Markets = z.infer<typeof Markets>;
export type MarketSort = z.infer<typeof MarketSort>;
export type Tickers = z.infer<typeof Tickers>;
