/** A limit buy: which asks its rungs meet, and what of each is left to rest as a bid. Pure. */
import { MAX_LOTS } from '@rialto/contract';
import { TOKEN_DECIMALS, crossingAsks, formatDecimal, isBuyable, parseDecimal } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import type { Form, RungTyped } from '../form.ts';
import { inputError } from '../input-error.ts';
import { ALL_MONEY } from '../money-text.ts';
import { t } from '../../../words.ts';

export interface LimitOrder {
  /** What it meets in the book: a take at the resting prices. */
  readonly rows: readonly BookRow[];
  /** Of all amounts, what would wait as a bid. */
  readonly rest: bigint;
  /** The same rung by rung, as it would be typed; rungs that are met whole are gone. */
  readonly left: readonly RungTyped[];
  /** The smallest lot at the price, when all of them are larger than the amount. */
  readonly smallest: bigint | undefined;
}

/** All money there is for one token, × 10^18. */
const LARGEST_RATE = ALL_MONEY * 10n ** BigInt(TOKEN_DECIMALS);

/** What is wrong with a limit price as typed. */
export function limitError(text: string): string | undefined {
  const rate = parseDecimal(text, TOKEN_DECIMALS);
  return rate !== undefined && rate > LARGEST_RATE ? t('Too large') : inputError(text, TOKEN_DECIMALS);
}

interface Wanted {
  readonly rate: bigint;
  readonly amount: bigint;
}

/** Undefined while price or amount make no sense. */
function wantedBy({ price, amount: typed }: RungTyped): Wanted | undefined {
  const [rate, amount] = [parseDecimal(price, TOKEN_DECIMALS), parseDecimal(typed, TOKEN_DECIMALS)];
  if (rate === undefined || amount === undefined || rate === 0n || amount === 0n) return undefined;
  return rate > LARGEST_RATE ? undefined : { rate, amount };
}

/** Undefined while a rung makes no sense. All that its rungs meet is one purchase; the best price chooses first. */
export function limitOrder(
  { limitPrice, limitAmount, ladder }: Pick<Form, 'limitPrice' | 'limitAmount' | 'ladder'>,
  book: readonly BookRow[],
): LimitOrder | undefined {
  const typed = [{ price: limitPrice, amount: limitAmount }, ...ladder];
  const rungs = typed.flatMap((rung, at) => {
    const wanted = wantedBy(rung);
    return wanted === undefined ? [] : [{ ...rung, ...wanted, typed: rung.amount, at }];
  });
  if (rungs.length < typed.length) return undefined;
  const met = new Set<BookRow>();
  const rests = new Map<number, bigint>();
  for (const { rate, amount, at } of rungs.toSorted((a, b) => (a.rate > b.rate ? -1 : 1))) {
    const open = book.filter((row) => !met.has(row));
    const { rows, rest } = crossingAsks(open, { rate, amount, most: MAX_LOTS - met.size });
    for (const row of rows) met.add(row);
    rests.set(at, rest);
  }
  const highest = rungs.reduce((most, { rate }) => (rate > most ? rate : most), 0n);
  const atPrice = book.filter((row) => isBuyable(row) && row.rate <= highest);
  const smallest = atPrice.map((row) => row.amount as bigint).toSorted((a, b) => (a < b ? -1 : 1))[0];
  return {
    rows: book.filter((row) => met.has(row)),
    rest: [...rests.values()].reduce((sum, one) => sum + one, 0n),
    left: rungs.flatMap(({ price, at }) => {
      const rest = rests.get(at) ?? 0n;
      return rest === 0n ? [] : [{ price, amount: formatDecimal(rest, TOKEN_DECIMALS) }];
    }),
    smallest: met.size === 0 ? smallest : undefined,
  };
}
