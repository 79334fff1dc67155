/** What the order book has for the same token, beside a swap. Pure. */
import { parseDecimal } from '@rialto/market';

const RATE_DIGITS = 18;
const HUNDREDTHS = 10_000n;

export interface BookPrice {
  /** Sat per token, as the book writes it. */
  readonly price: string;
  /** By how many hundredths of a percent the book is better for the user; below zero the pool is. */
  readonly better: number;
}

/** Sat per token, 0 where there is none. */
export interface BookSides {
  readonly floorPrice: string;
  readonly bidPrice: string;
}

/**
 * @param rate what the swap comes to in sat per token with its fees, as decimal text
 * @returns undefined where the book has nothing on that side
 */
export function bookPriceOf(
  side: 'buy' | 'sell',
  rate: string,
  book: BookSides | undefined,
): BookPrice | undefined {
  const price = side === 'buy' ? book?.floorPrice : book?.bidPrice;
  const [theirs, ours] = [price, rate].map((text) => parseDecimal(text ?? '', RATE_DIGITS) ?? 0n);
  if (price === undefined || theirs === undefined || ours === undefined || theirs === 0n || ours === 0n)
    return undefined;
  const gap = side === 'buy' ? ours - theirs : theirs - ours;
  return { price, better: Number((gap * HUNDREDTHS) / ours) };
}

/** By how many hundredths of a percent a price lies outside what the book asks and bids; 0 inside, undefined without a book. */
export function farFromBook(rate: string, { floorPrice, bidPrice }: BookSides): number | undefined {
  const [own = 0n, ask = 0n, bid = 0n] = [rate, floorPrice, bidPrice].map(
    (text) => parseDecimal(text, RATE_DIGITS) ?? 0n,
  );
  const [low, high] = [bid === 0n ? ask : bid, ask === 0n ? bid : ask];
  if (own === 0n || high === 0n) return undefined;
  if (own > high) return Number(((own - high) * HUNDREDTHS) / high);
  return own < low ? Number(((low - own) * HUNDREDTHS) / low) : 0;
}
