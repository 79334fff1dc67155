/** BRC-20 amounts: decimal texts in, 18 internal decimals always, decimal texts out (inscriptions §4). */
import type { Flaw } from '../flaw.ts';
import type { Amount } from '../units.ts';

/** Internal decimals of every BRC-20 token, whatever its `dec`. */
export const BRC20_DECIMALS = 18;
const UNIT = 10n ** 18n;
/** The largest amount: 2^64 - 1 whole tokens. */
export const MAX_BRC20_AMOUNT = ((2n ** 64n - 1n) * UNIT) as Amount;

const SHAPE = /^([0-9]+)(?:\.([0-9]+))?$/;
/** Before the point, however many leading zeros; keeps big integers small. */
const MAX_DIGITS = 20;

/**
 * Reads an amount text.
 * @param decimals how many digits may be written after the point; zeros count
 * @returns smallest units (10^-18), or a Flaw: not-a-number, too-many-decimals, too-large, zero
 */
export function parseBrc20Amount(text: string, decimals: number): Amount | Flaw {
  const match = SHAPE.exec(text);
  if (match === null) return { flaw: 'not-a-number' };
  const [whole = '', fraction = ''] = [match[1]?.replace(/^0+/, ''), match[2]];
  if (fraction.length > decimals) return { flaw: 'too-many-decimals' };
  if (whole.length > MAX_DIGITS) return { flaw: 'too-large' };
  const value = BigInt(whole) * UNIT + BigInt(fraction.padEnd(BRC20_DECIMALS, '0'));
  if (value > MAX_BRC20_AMOUNT) return { flaw: 'too-large' };
  return value === 0n ? { flaw: 'zero' } : (value as Amount);
}

/** Writes an amount as a decimal text without trailing zeros. */
export function formatBrc20Amount(value: Amount): string {
  const fraction = (value % UNIT).toString().padStart(BRC20_DECIMALS, '0').replace(/0+$/, '');
  return fraction === '' ? (value / UNIT).toString() : `${value / UNIT}.${fraction}`;
}

/** Writes an amount with exactly the token's decimals; without a point when it has none. */
export function fixedBrc20Amount(value: Amount, decimals: number): string {
  const fraction = (value % UNIT).toString().padStart(BRC20_DECIMALS, '0').slice(0, decimals);
  return fraction === '' ? (value / UNIT).toString() : `${value / UNIT}.${fraction}`;
}
