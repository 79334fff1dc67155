/** The number somebody means by what they typed or pasted: `1 250 FERN` is 1250, and `0.002 BTC` in a field of sats 200000. Pure. */

/** Digits, one point, and the commas people paste. */
const TYPABLE = /^[0-9,]*\.?[0-9]*$/;
const SATS = ['sat', 'sats'];
const BTC = ['btc', '₿'];
const BTC_DIGITS = 8;

/**
 * @param unit of the field: the tick of a token, or `sat` or `BTC` where both are understood and bitcoin is turned into sats
 * @returns undefined when it is no number
 */
export function numberIn(text: string, unit: string): string | undefined {
  const isMoney = unit === 'sat' || unit === 'BTC';
  const units = isMoney ? [...SATS, ...BTC] : [unit.toLowerCase()];
  const trimmed = text.trim();
  const named = units.find((one) => isNamed(trimmed.toLowerCase(), one));
  const digits = (named === undefined ? trimmed : without(trimmed, named.length)).replace(/[\s_'’]/g, '');
  if (!TYPABLE.test(digits)) return undefined;
  return isMoney && named !== undefined && BTC.includes(named) ? inSats(digits) : digits;
}

/** A tick that begins with a digit could be a part of the number: it counts after a space alone. */
function isNamed(text: string, unit: string): boolean {
  if (unit === '' || !text.endsWith(unit)) return false;
  const before = text.slice(0, -unit.length);
  return /[0-9]/.test(before) && (/^[^0-9.,]/.test(unit) || /\s$/.test(before));
}

const without = (text: string, count: number): string => text.slice(0, -count);

/** The point eight places to the right. */
function inSats(digits: string): string {
  const [whole = '', rest = ''] = digits.replaceAll(',', '').split('.');
  const sats = `${whole}${rest.slice(0, BTC_DIGITS).padEnd(BTC_DIGITS, '0')}`.replace(/^0+(?=[0-9])/, '');
  const parts = rest.slice(BTC_DIGITS);
  return parts === '' ? sats : `${sats}.${parts}`;
}
