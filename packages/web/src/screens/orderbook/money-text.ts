/** A sum of money as it was typed, in either unit: whole sats, or bitcoin with a point. Pure. */
import { SMALLEST_ORDER, formatSats, parseDecimal } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { inputError } from './input-error.ts';
import { t } from '../../words.ts';

export const ALL_MONEY = 2_100_000_000_000_000n;

type Unit = 'sat' | 'BTC';
const DIGITS: Readonly<Record<Unit, number>> = { sat: 0, BTC: 8 };

/** Nothing is bought or sold for less than the smallest order: a number under it that has a point can only be bitcoin. */
export function moneyUnit(text: string): Unit {
  const [whole = '', rest] = text.split('.');
  return rest !== undefined &&
    (parseDecimal(whole === '' ? '0' : whole, 0) ?? SMALLEST_ORDER) < SMALLEST_ORDER
    ? 'BTC'
    : 'sat';
}

/** Undefined while it makes no sense. */
export function moneyIn(text: string): Sats | undefined {
  const value = parseDecimal(text, DIGITS[moneyUnit(text)]);
  return value === undefined || value > ALL_MONEY ? undefined : sats(value);
}

export function moneyError(text: string): string | undefined {
  const scale = DIGITS[moneyUnit(text)];
  const value = parseDecimal(text, scale);
  return value !== undefined && value > ALL_MONEY
    ? t('Too large')
    : inputError(text, scale, t('Whole sats only'));
}

/** The same in sats, where it was typed in bitcoin. */
export function moneyHint(text: string): string | undefined {
  const value = moneyIn(text);
  return value === undefined || moneyUnit(text) === 'sat' ? undefined : `= ${formatSats(value)} sat`;
}
