/** MRC-20 amounts: decimal texts in and out, smallest units of the token inside (metaid §3, §5). */
import type { Flaw } from '../flaw.ts';
import type { Amount } from '../units.ts';

/** Most digits after the point a token can have. */
export const MAX_MRC20_DECIMALS = 12;

// What the decimal library of MAN reads: a sign, digits around an optional point, an exponent. It drops the point before it reads
// the sign, so that one may also stand behind a point that nothing stands before; there it counts as a place.
const SHAPE = /^([+-]?)([0-9]*)(\.[0-9]*)?(?:[eE]([+-]?[0-9]+))?$/;
const SIGN_BEHIND = /^\.\+(?=[0-9])/;
/** More digits than these, outer zeros apart, are no amount of any token. */
const MAX_LENGTH = 200;
/** Above any supply (10^24 tokens of 12 decimals); bounds the size of the integers. */
const MAX_EXPONENT = 60;

/**
 * Reads an amount text.
 * @param decimals of the token; all digits after the point count, with an exponent applied
 * @returns smallest units (10^-decimals), or a Flaw: not-a-number, too-many-decimals, too-large, finer-than-unit, zero
 */
export function parseMrc20Amount(text: string, decimals: number): Amount | Flaw {
  // A place that holds nothing.
  const match = SHAPE.exec(text.replace(SIGN_BEHIND, '.0'));
  if (match === null) return { flaw: 'not-a-number' };
  const [, sign, whole = '', point = '', exponent = '0'] = match;
  const fraction = point.slice(1);
  if (whole + fraction === '') return { flaw: 'not-a-number' };
  if (point !== '' && text.length - text.indexOf('.') - 1 > decimals) return { flaw: 'too-many-decimals' };
  const all = (whole + fraction).replace(/^0+/, '');
  if (all === '' || sign === '-') return { flaw: 'zero' };
  const digits = withoutZerosBehind(all);
  if (digits.length > MAX_LENGTH) return { flaw: 'too-large' };
  const power = Number.parseInt(exponent, 10) - fraction.length + all.length - digits.length;
  return scaled(BigInt(digits), power + decimals);
}

function withoutZerosBehind(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

function scaled(digits: bigint, shift: number): Amount | Flaw {
  if (shift > MAX_EXPONENT) return { flaw: 'too-large' };
  if (shift >= 0) return (digits * 10n ** BigInt(shift)) as Amount;
  if (-shift > MAX_LENGTH) return { flaw: 'finer-than-unit' };
  const unit = 10n ** BigInt(-shift);
  return digits % unit === 0n ? ((digits / unit) as Amount) : { flaw: 'finer-than-unit' };
}

/** Writes an amount in whole tokens, without trailing zeros. */
export function formatMrc20Amount(value: Amount, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const fraction = decimals === 0 ? '' : (value % unit).toString().padStart(decimals, '0').replace(/0+$/, '');
  return fraction === '' ? (value / unit).toString() : `${value / unit}.${fraction}`;
}
