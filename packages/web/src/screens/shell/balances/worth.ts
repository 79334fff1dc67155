/** Sums and dollars of token amounts given as decimal text. Exact; pure. */
import { formatDecimal, formatFiat, parseDecimal } from '@rialto/market';

const SCALE = 18;

export function addDecimals(one: string, other: string): string {
  return formatDecimal((parseDecimal(one, SCALE) ?? 0n) + (parseDecimal(other, SCALE) ?? 0n), SCALE);
}

const BTC_DIGITS = 8;

/** What an amount is worth at dollars per token; undefined when there is no price. */
export function worthOf(amount: string, dollars: string | undefined): string | undefined {
  const units = parseDecimal(amount, SCALE);
  const price = dollars === undefined ? undefined : parseDecimal(dollars, SCALE);
  if (units === undefined || price === undefined) return undefined;
  // Dollars with 8 digits are to `formatFiat` what satoshis are at one dollar per bitcoin.
  return formatFiat((units * price) / 10n ** BigInt(2 * SCALE - BTC_DIGITS), '1');
}
