/** The number somebody means by what they typed or pasted: `1 250 FERN` is 1250, and of bitcoin `0.002 BTC` is 200000 in a field of sats and 0.002 in one of BTC. Other words are no number. Pure. */

/** Digits, one point, and the commas people paste. */
const TYPABLE = /^[0-9,]*\.?[0-9]*$/;
const SATS = ['sat', 'sats'];
const BTC = ['btc', '₿'];
const BTC_DIGITS = 8;

/**
 * @param unit that the field counts in: the name of a token; or `sat` or `BTC`, which are turned into each other
 * @returns undefined when it is no number
 */
export function numberIn(text: string, unit: string): string | undefined {
  const isMoney = unit === 'sat' || unit === 'BTC';
  const units = isMoney ? [...SATS, ...BTC] : [plain(unit)];
  const trimmed = plain(text);
  const named = units.find((one) => isNamed(trimmed, one));
  const digits = (named === undefined ? trimmed : without(trimmed, named.length)).replace(/[\s_'’]/g, '');
  if (!TYPABLE.test(digits)) return undefined;
  if (named === undefined || !isMoney) return digits;
  const isBtc = BTC.includes(named);
  if (isBtc === (unit === 'BTC')) return digits;
  return isBtc ? inSats(digits) : inBtc(digits);
}

/** The spacers in a rune's name are left out by who types it. */
const plain = (text: string): string => text.trim().toLowerCase().replaceAll('•', '');

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

/** The point eight places to the left; of whole sats alone. */
function inBtc(digits: string): string | undefined {
  const [whole = '', rest = ''] = digits.replaceAll(',', '').split('.');
  if (/[1-9]/.test(rest)) return undefined;
  const sats = whole.padStart(BTC_DIGITS + 1, '0');
  const parts = sats.slice(-BTC_DIGITS).replace(/0+$/, '');
  const btc = sats.slice(0, -BTC_DIGITS).replace(/^0+(?=[0-9])/, '');
  return parts === '' ? btc : `${btc}.${parts}`;
}
