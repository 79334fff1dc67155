/** What the order book has for the same token, beside a swap. Pure. */
import { parseDecimal } from '@rialto/market';
import { isBuy } from '../../flows/pools/pool-intent.ts';
import type { SwapType } from '../../flows/pools/pool-intent.ts';
import { priceOf } from '../../show/swap/amounts.ts';

const RATE_DIGITS = 18;
const HUNDREDTHS = 10_000n;

export interface BookPrice {
  /** Sat per token, as the book writes it. */
  readonly price: string;
  /** By how many hundredths of a percent the book is better for the user; below zero the pool is. */
  readonly better: number;
}

/** A price so much worse than the book's wants a consent of its own, as a price impact does. */
const FAR_OFF = 1_500;

/** @param hundredths of a percent */
export const isFarOff = (hundredths: number): boolean => hundredths >= FAR_OFF;

interface FirstPriceState {
  /** In hundredths of a percent; undefined where the book has no price. */
  readonly far: number | undefined;
  /** The book did not answer: nobody knows how far it is. */
  readonly isUnknown: boolean;
  readonly isGiven: boolean;
}

/** What opening a pool wants before its button. @returns undefined where the price needs no consent */
export function consentTo({ far, isUnknown, isGiven }: FirstPriceState): 'asks' | 'consented' | undefined {
  if (!isUnknown && !isFarOff(far ?? 0)) return undefined;
  return isGiven ? 'consented' : 'asks';
}

/** Kept with what was asked for while the book did not answer. */
export const BOOK_UNKNOWN = { isBookUnknown: true } as const;

/** A consent is given in steps, so that it does not end with every new order of the book. */
const CONSENT_STEP = 500;

interface Consented {
  readonly sats: bigint | undefined;
  readonly units: bigint | undefined;
  readonly far: number | undefined;
  readonly isUnknown: boolean;
}

/** What a consent is to: two amounts, and how far from the book they were, or that nobody knew. */
export function consentKey({ sats, units, far = 0, isUnknown }: Consented): string {
  const distance = isUnknown ? 'unknown' : Math.floor(far / CONSENT_STEP);
  return `${String(sats)} ${String(units)} ${distance}`;
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

/** Beside what the exchange says of a swap, its fees in it. */
export function bookOfSwap(
  type: SwapType,
  { sourceAmount, targetAmount }: { readonly sourceAmount: string; readonly targetAmount: string },
  { divisibility }: { readonly divisibility: number },
  book: BookSides | undefined,
): BookPrice | undefined {
  const [source, target] = [BigInt(sourceAmount), BigInt(targetAmount)];
  return isBuy(type)
    ? bookPriceOf('buy', priceOf(source, target, divisibility), book)
    : bookPriceOf('sell', priceOf(target, source, divisibility), book);
}

/** To be kept with what was asked for. */
export const sidesOf = ({ floorPrice, bidPrice }: BookSides): BookSides => ({ floorPrice, bidPrice });

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
