/** How money is read from and shown to people: exact decimals, muted zeros, dollars. No float ever. */
import type { FeeRate, Sats } from '@rialto/protocols';

/** Digits after the point of a BRC-20 amount inside the exchange. */
export const TOKEN_DECIMALS = 18;
const BTC_DECIMALS = 8;
const PRICE_DECIMALS = 18;
const DECIMAL = /^([0-9]{0,39})(?:\.([0-9]*))?$/;

/** No number begins with a group of zeros: `0,250` is a quarter to whoever types it. */
const GROUPED = /^[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?$/;

/** Without the commas between thousands. Any other comma stays: to many people `1,5` is one and a half, and never fifteen. */
export function ungrouped(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(',', '') : text;
}

/**
 * The whole number of smallest units a typed decimal means, or undefined when it is not one.
 * Commas between thousands and surrounding spaces are accepted; any other comma and more digits than `scale` are not.
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(ungrouped(text.trim()));
  const whole = match?.[1] ?? '';
  const rest = match?.[2] ?? '';
  if (match === null || (whole === '' && rest === '') || rest.length > scale) return undefined;
  return BigInt(`${whole}${rest.padEnd(scale, '0')}`);
}

/** Smallest units as a decimal without trailing zeros: the inverse of `parseDecimal`. */
export function formatDecimal(value: bigint, scale: number): string {
  const digits = value.toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
}

/** `1234567.891` as `1,234,567.891`. */
export function grouped(decimal: string): string {
  const [whole = '', rest] = decimal.split('.');
  const marked = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
  return rest === undefined ? marked : `${marked}.${rest}`;
}

/** Satoshis for eyes: `12,345`. */
export function formatSats(value: bigint): string {
  return grouped(value.toString());
}

/** Satoshis as bitcoin, up to 8 digits after the point: `0.00012345` (product §9). */
export function formatBtc(value: bigint): string {
  return grouped(formatDecimal(value, BTC_DECIMALS));
}

/** A token amount (18 digits) for eyes, grouped, exact. */
export function formatAmount(units: bigint): string {
  return grouped(formatDecimal(units, TOKEN_DECIMALS));
}

interface PriceParts {
  /** Zeros that carry no news, shown muted: `0.` or `0.000`. */
  readonly lead: string;
  /** With simplified prices: how many zeros after the point were folded (rules §14). */
  readonly folded: number | undefined;
  readonly digits: string;
}

export interface PriceStyle {
  readonly significant: number;
  readonly simplify: boolean;
}

/** Below this many zeros folding would not make anything shorter. */
const MIN_FOLDED = 3;

/**
 * A price as text split into muted zeros and the digits that matter, rounded half up to `significant` digits.
 * Digits before the point are never dropped. Text that is no decimal is given back as digits.
 */
export function priceParts(price: string, style: PriceStyle): PriceParts {
  const value = parseDecimal(price, PRICE_DECIMALS);
  if (value === undefined) return { lead: '', folded: undefined, digits: price };
  const text = formatDecimal(roundTo(value, style.significant), PRICE_DECIMALS);
  const zeros = /^0\.(0*)/.exec(text)?.[1];
  if (zeros === undefined) return { lead: '', folded: undefined, digits: grouped(text) };
  const digits = text.slice(2 + zeros.length);
  if (style.simplify && zeros.length >= MIN_FOLDED) return { lead: '0.0', folded: zeros.length, digits };
  return { lead: `0.${zeros}`, folded: undefined, digits };
}

/** Powers of ten: a book asks for them some thousand times a second. */
const TENS = Array.from({ length: PRICE_DECIMALS + 1 }, (_, n) => 10n ** BigInt(n));

/** A decimal of 18 digits after the point, rounded half up to its first `significant` digits; those before the point are kept. */
export function roundTo(value: bigint, significant: number): bigint {
  const drop = Math.min(value.toString().length - significant, PRICE_DECIMALS);
  if (drop <= 0) return value;
  const step = TENS[drop] ?? 1n;
  return divideHalfUp(value, step) * step;
}

function divideHalfUp(value: bigint, by: bigint): bigint {
  return (value + by / 2n) / by;
}

/** Dollars have 8 digits from the satoshi and 8 from the rate. */
const FIAT_SCALE = 16;
const RATE_DECIMALS = 8;

/**
 * Dollars for satoshis at a rate in dollars per bitcoin: 8 digits under 0.0001, 4 under 0.01, otherwise 2
 * (product §9). Undefined when the rate is not a decimal.
 */
export function formatFiat(value: bigint, dollarsPerBtc: string): string | undefined {
  const [whole = '', rest = ''] = dollarsPerBtc.split('.');
  const rate = parseDecimal(`${whole}.${rest.slice(0, RATE_DECIMALS)}`, RATE_DECIMALS);
  if (rate === undefined) return undefined;
  const dollars = value * rate;
  const digits = fiatDigits(dollars);
  const rounded = divideHalfUp(dollars, 10n ** BigInt(FIAT_SCALE - digits));
  const [int = '0', frac = ''] = formatDecimal(rounded, digits).split('.');
  return `${grouped(int)}.${frac.padEnd(digits, '0')}`;
}

function fiatDigits(dollars: bigint): number {
  if (dollars === 0n || dollars >= 10n ** 14n) return 2;
  return dollars < 10n ** 12n ? 8 : 4;
}

/** The two ends of an address, id or key: `bcrt1q…x9f2` (product §9: 4 to 8 characters each). */
export function shortened(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** The most an inscription costs in sat before its real size is known: 380 × the rate rounded up to a multiple of 5, + 300 (product §9). */
export function inscriptionFeeBound(rate: FeeRate): Sats {
  return (380n * BigInt(Math.ceil(rate / 5) * 5) + 300n) as Sats;
}

export type BusyLevel = 'Low' | 'Normal' | 'Busy' | 'Extremely Busy';

/** How busy the network is, by the Avg rate in sat/vB (product §4). */
export function busyLevel(avgRate: FeeRate): BusyLevel {
  if (avgRate < 20) return 'Low';
  if (avgRate < 50) return 'Normal';
  return avgRate < 150 ? 'Busy' : 'Extremely Busy';
}
