/** Whole numbers as decimals: percents, bitcoins. */

/** The number divided by ten to the power of `digits`, without trailing zeros. Not below zero. */
export function decimal(value: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const rest = (value % scale).toString().padStart(digits, '0').replace(/0+$/, '');
  return rest === '' ? (value / scale).toString() : `${value / scale}.${rest}`;
}

/** Millionths as a percent. */
export const percent = (ppm: bigint): string => decimal(ppm, 4);

export const E18 = 10n ** 18n;
export const SATS_PER_BTC = 100_000_000n;
