/** What an offer is and still wants: its lots, their prices, an amount to make a lot of. Pure. */
import { SMALLEST_ORDER, TOKEN_DECIMALS, basisPointsOver, formatDecimal, parseDecimal } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { ALL_MONEY, moneyError, moneyIn } from '../money-text.ts';
import { missing, whoIsMissing } from '../form-check.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import type { Situation } from '../buy/buying.ts';
import { inputError } from '../input-error.ts';
import { msg, t } from '../../../words.ts';

const PRICE_SCALE = 18;
const TOKEN = 10n ** BigInt(TOKEN_DECIMALS);
const RATE = 10n ** BigInt(PRICE_SCALE);

interface PricedLot {
  readonly outpoint: string;
  readonly units: bigint;
  /** Undefined while the price makes no sense. */
  readonly total: Sats | undefined;
}

export interface SellSummary {
  readonly lots: readonly PricedLot[];
  readonly units: bigint;
  /** Of all lots in sat, undefined while it makes no sense. */
  readonly total: Sats | undefined;
  /** Sat per token × 10^18. */
  readonly rate: bigint | undefined;
  /** The price is a number, and more money than there is. */
  readonly tooLarge: boolean;
}

/**
 * The past order by which a lot was offered cheaper than it would be now. The exchange refuses that: the cheaper signature may be
 * about, and only a cancel on the chain makes it void.
 */
export function offeredCheaper<Past extends { readonly outpoint: string; readonly amount: string }>(
  lots: readonly PricedLot[],
  past: readonly Past[] | undefined,
): Past | undefined {
  return past?.find(({ outpoint, amount }) =>
    lots.some((lot) => lot.outpoint === outpoint && lot.total !== undefined && BigInt(amount) < lot.total),
  );
}

/** From here on under the best ask, in hundredths of a percent, a price looks like a mistake. */
const FAR = 2_000;

/** How far an offer is under the best ask, in hundredths of a percent; undefined while that is not far. */
export function farUnder(rate: bigint | undefined, best: string | undefined): number | undefined {
  if (rate === undefined || rate === 0n || best === undefined) return undefined;
  const under = -(basisPointsOver(rate, parseDecimal(best, PRICE_SCALE) ?? 0n) ?? 0);
  return under >= FAR ? under : undefined;
}

/** What is wrong with a price as typed. */
export function priceError({ price, priceMode }: Pick<Form, 'price' | 'priceMode'>): string | undefined {
  if (priceMode === 'total') return moneyError(price);
  const rate = parseDecimal(price, PRICE_SCALE);
  return rate !== undefined && rate > ALL_MONEY * RATE ? t('Too large') : inputError(price, PRICE_SCALE);
}

/** The price of a lot of `units` (18 digits), rounded to the nearest sat. */
export function priceOf(form: Pick<Form, 'price' | 'priceMode'>, units: bigint): Sats | undefined {
  if (form.priceMode === 'total') return units === 0n ? undefined : moneyIn(form.price);
  const typed = parseDecimal(form.price, PRICE_SCALE);
  if (typed === undefined || units === 0n) return undefined;
  const total = (typed * units + (TOKEN * RATE) / 2n) / (TOKEN * RATE);
  return total > ALL_MONEY ? undefined : sats(total);
}

export function summariseSell(
  form: Form,
  lots: readonly { readonly outpoint: string; readonly units: bigint }[],
): SellSummary {
  const priced = lots.map(({ outpoint, units }) => ({ outpoint, units, total: priceOf(form, units) }));
  const units = priced.reduce((sum, lot) => sum + lot.units, 0n);
  const prices = priced.flatMap(({ total }) => total ?? []);
  if (prices.length === 0 || prices.length < priced.length)
    return { lots: priced, units, total: undefined, rate: undefined, tooLarge: isTooLarge(form, lots) };
  const total = sats(prices.reduce((sum: bigint, price) => sum + price, 0n));
  return { lots: priced, units, total, rate: (total * TOKEN * RATE) / units, tooLarge: false };
}

function isTooLarge(form: Form, lots: readonly unknown[]): boolean {
  const scale = form.priceMode === 'unit' ? PRICE_SCALE : 8;
  return lots.length > 0 && parseDecimal(form.price, scale) !== undefined;
}

/** A lot of this size that was not known before. */
export function newLotOf<Lot extends { readonly outpoint: string; readonly amount: string }>(
  lots: readonly Lot[],
  known: ReadonlySet<string> | undefined,
  units: bigint,
): Lot | undefined {
  if (known === undefined || units === 0n) return undefined;
  return lots.find(
    ({ outpoint, amount }) => !known.has(outpoint) && parseDecimal(amount, TOKEN_DECIMALS) === units,
  );
}

/** A share of an amount (18 digits) as it would be typed, cut to the digits a token has. */
export function tokenText(units: bigint, decimals = TOKEN_DECIMALS): string {
  const step = 10n ** BigInt(TOKEN_DECIMALS - decimals);
  return formatDecimal((units / step) * step, TOKEN_DECIMALS);
}

export interface SellSituation extends Pick<Situation, 'connected'> {
  /** A protected offer has one lot. */
  readonly tooMany?: boolean;
  /** A lot was offered cheaper before. */
  readonly cheaperBefore: boolean;
}

export function checkSell(summary: SellSummary, now: SellSituation): Check {
  const actor = whoIsMissing(now);
  if (actor !== undefined) return actor;
  if (summary.lots.length === 0) return missing(msg('Select a lot'));
  if (now.tooMany === true) return missing(msg('Select one lot'));
  if (summary.tooLarge) return missing(msg('Too large'));
  if (summary.total === undefined || summary.total === 0n) return missing(msg('Enter a price'));
  if (summary.lots.some(({ total = 0n }) => total < SMALLEST_ORDER))
    return missing(msg('At least 10,000 sat an order'));
  if (now.cheaperBefore) return missing(msg('Lower the price'));
  return { label: msg('Place Limit Sell Order'), missing: 'nothing' };
}

/** What is wrong with an amount to make a lot of; undefined when it can be done. */
export function checkMake(text: string, available: bigint, decimals: number): string | undefined {
  const error = inputError(text, decimals);
  if (error !== undefined) return error;
  const units = parseDecimal(text, TOKEN_DECIMALS);
  if (units === undefined || units === 0n) return t('Enter an amount');
  return units > available ? t('More than your available balance') : undefined;
}
