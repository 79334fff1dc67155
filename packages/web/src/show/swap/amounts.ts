/** Amounts of a swap between what is typed, what is counted and what is shown. Pure. */
import { TOKEN_DECIMALS, formatDecimal, formatRate, parseDecimal, rateE18 } from '@rialto/market';
import type { Amount, Sats } from '@rialto/protocols';
import { numberWords, t } from '../../words.ts';

export const BTC_DECIMALS = 8;

/** Whole and above nothing; undefined while it makes no sense. */
export function unitsIn(text: string, decimals: number): bigint | undefined {
  const value = parseDecimal(text, decimals);
  return value === undefined || value === 0n ? undefined : value;
}

export const textOf = (units: bigint, decimals: number): string => formatDecimal(units, decimals);

/** What is wrong with it; undefined while it is empty, right, or only begun. */
export function typedError(text: string, decimals: number): string | undefined {
  if (text === '' || text === '.' || parseDecimal(text, decimals) !== undefined) return undefined;
  if (text.includes(',')) return t('Use a point for decimals; commas separate thousands');
  const digits = text.split('.')[1]?.length ?? 0;
  if (digits <= decimals) return t('Too large');
  return decimals === 0
    ? t('Whole numbers only')
    : t(
        '{decimals, plural, one {At most # digit after the point} other {At most # digits after the point}}',
        {
          decimals,
        },
      );
}

/** Sat for one token, as decimal text. */
export function priceOf(sats: bigint, units: bigint, divisibility: number): string {
  return formatRate(rateE18(sats as Sats, units as Amount, divisibility));
}

/** Tokens for one bitcoin, counted with 18 digits as amounts are shown. */
export function tokensPerBtc(sats: bigint, units: bigint, divisibility: number): bigint {
  return sats === 0n ? 0n : (units * 10n ** BigInt(TOKEN_DECIMALS - divisibility) * 100_000_000n) / sats;
}

/** All fees together are over a tenth of what moves: that needs a consent of its own. */
export const areFeesMuch = (fees: bigint, sum: bigint): boolean => fees * 10n > sum;

export type ImpactLevel = 'fine' | 'some' | 'much' | 'most';
const SOME = 3;
const MUCH = 5;
const MOST = 15;

/** @param percent as the exchange writes it */
export function impactLevel(percent: string): ImpactLevel {
  const share = Number(percent);
  return share >= MOST ? 'most' : share >= MUCH ? 'much' : share >= SOME ? 'some' : 'fine';
}

/** @param percent as the exchange writes it */
export function percentText(percent: string): string {
  return numberWords(Number(percent) / 100, { style: 'percent', maximumFractionDigits: 2 });
}

/**
 * The impact of what was built: that of the form, and by how much the built act is worse than it.
 * @param percent of the form, as the exchange writes it
 * @param worse in hundredths of a percent
 */
export function impactOfBuilt(percent: string, worse: number): string {
  const [form, since] = [Number(percent) / 100, worse / 10_000];
  return ((1 - (1 - form) * (1 - since)) * 100).toFixed(4);
}

/** Beyond a hundred two digits say enough, below it eight. */
const MANY = 100n * 10n ** 18n;
const [CENT, EIGHTH] = [10n ** 16n, 10n ** 10n];

/** An amount with 18 digits that nobody gets to the unit, cut to what is read. */
export const shortTokens = (units: bigint): bigint => units - (units % (units >= MANY ? CENT : EIGHTH));
