/** What was traded in the past, in which lots and how often. */
import type { MarketName } from '@rialto/market';

export interface PastToken {
  readonly book: MarketName;
  readonly tick: string;
  /** Sat for one token, in thousandths: the middle of today's asks. */
  readonly milliSats: bigint;
  /** Sizes of a lot; none is under the least order at the lowest price of the past. */
  readonly sizes: readonly string[];
  readonly makers: number;
  /** Lots of each maker. */
  readonly lots: number;
  /** Mints of each maker; none where the supply is premined. */
  readonly mints: number;
  /** Trades in an ordinary round, in the middle. */
  readonly pace: number;
  /** Sat of the first liquidity of its pool, where it has one. */
  readonly pool?: bigint;
}

/** Of two runes and two BRC-20 tokens there are pools, one of them thin. That of onyx is empty: who brings the first liquidity opens it. */
export const PAST_TOKENS: readonly PastToken[] = [
  {
    ...token('brc20', 'opal', { milliSats: 21_500n, sizes: ['1000', '2500', '5000', '12000'], pace: 0.5 }),
    pool: 6_000_000n,
  },
  {
    ...token('brc20', 'jade', { milliSats: 1_240n, sizes: ['20000', '50000', '75000'], pace: 0.4 }),
    // A thin one.
    pool: 1_100_000n,
  },
  token('brc20', 'onyx', { milliSats: 640_000n, sizes: ['40', '100', '250'], pace: 0.4 }),
  { ...mrc20('FERN', 310_000n, ['80', '100', '120', '150', '180']), lots: 30, mints: 4, pace: 1.6 },
  { ...mrc20('MOSS', 2_400n, ['9000', '12000', '15000']), makers: 4, lots: 8, mints: 0, pace: 0.3 },
  { ...mrc20('WREN', 240_000n, ['100', '120', '150']), book: 'idcoin', lots: 7, mints: 1, pace: 0.5 },
  { ...mrc20('LARK', 900_000n, ['25', '30', '40']), book: 'idcoin', lots: 6, mints: 1, pace: 0.4 },
  {
    ...rune('OPEN•MEADOW•DAISY', 450_000n, ['60', '80', '100']),
    lots: 7,
    mints: 1,
    pace: 0.4,
    pool: 2_400_000n,
  },
  {
    ...rune('QUIET•HARBOR•LIGHT', 2_600n, ['9000', '12000', '15000']),
    lots: 7,
    mints: 0,
    pace: 0.3,
    pool: 4_000_000n,
  },
];

function token(
  book: MarketName,
  tick: string,
  own: Pick<PastToken, 'milliSats' | 'sizes' | 'pace'>,
): PastToken {
  return { book, tick, makers: 3, lots: 16, mints: 1, ...own };
}

function mrc20(
  tick: string,
  milliSats: bigint,
  sizes: readonly string[],
): Pick<PastToken, 'book' | 'tick' | 'milliSats' | 'sizes' | 'makers'> {
  return { book: 'mrc20', tick, milliSats, sizes, makers: 8 };
}

/** Fewer makers: a message about runes has room for few lots. */
function rune(tick: string, milliSats: bigint, sizes: readonly string[]) {
  return { book: 'runes', tick, milliSats, sizes, makers: 4 } as const;
}
