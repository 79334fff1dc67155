/** What the exchange takes and what the node wants: the service fee, the limits of fee rates, the busy level. */
import { sats } from '@rialto/protocols';
import type { Amount, FeeRate, Sats } from '@rialto/protocols';
import { TOKEN_DECIMALS } from './money.ts';

/** Smallest order: 10,000 sat (rules §7). */
export const SMALLEST_ORDER = 10_000n as Sats;

export interface ServiceFeeTerms {
  /** Hundredths of a percent: 100 is 1 %. */
  readonly basisPoints: bigint;
  readonly least: Sats;
}

/** Taker: the larger of 1 % and 2,000 sat per transaction; maker: none (trading §5). */
export const SERVICE_FEE: ServiceFeeTerms = { basisPoints: 100n, least: 2_000n as Sats };

/** The taker's service fee for a total price in sat, rounded up to a whole sat. */
export function serviceFee(total: Sats, terms: ServiceFeeTerms = SERVICE_FEE): Sats {
  const share = (total * terms.basisPoints + 9_999n) / 10_000n;
  return share > terms.least ? sats(share) : terms.least;
}

interface FeeMinimum {
  /** What the least fee is of this price, in hundredths of a percent. */
  readonly share: number;
  /** From this price on the fee is its usual share. */
  readonly from: Sats;
}

/** Where the least fee is more than the usual share of a price; undefined where it is not, and for nothing. */
export function feeMinimum(total: bigint, terms: ServiceFeeTerms = SERVICE_FEE): FeeMinimum | undefined {
  const from = (terms.least * 10_000n) / terms.basisPoints;
  if (total <= 0n || total >= from) return undefined;
  return { share: Number.parseInt(((terms.least * 10_000n) / total).toString(), 10), from: sats(from) };
}

/** What the taker of several orders owes in all: free ones are not counted, and free ones alone owe nothing (trading §5). */
export function takeServiceFee(
  orders: readonly { readonly price: Sats; readonly free: boolean }[],
  terms: ServiceFeeTerms = SERVICE_FEE,
): Sats | undefined {
  const owing = orders.filter((order) => !order.free);
  if (owing.length === 0) return undefined;
  return serviceFee(sats(owing.reduce((sum, order) => sum + order.price, 0n)), terms);
}

/** Rates outside [Eco, 5,000] are refused; above four times Fast they need a second consent (trading §3.7). */
export const HIGHEST_FEE_RATE: FeeRate = 5_000;
const CONSENT_FACTOR = 4;

export interface FeePlans {
  readonly eco: FeeRate;
  readonly slow: FeeRate;
  readonly avg: FeeRate;
  readonly fast: FeeRate;
}

/** Compares a chosen rate with the current plans. */
export function checkFeeRate(
  rate: FeeRate,
  plans: FeePlans,
): 'ok' | 'fee-too-low' | 'fee-too-high' | 'fee-needs-consent' {
  if (!(rate >= plans.eco)) return 'fee-too-low';
  if (rate > HIGHEST_FEE_RATE) return 'fee-too-high';
  return rate > plans.fast * CONSENT_FACTOR ? 'fee-needs-consent' : 'ok';
}

const RATE_SCALE = 10n ** 18n;

/**
 * Price in sat per whole token, times 10^18, rounded down: what orders are sorted by. Amounts of zero give zero.
 * @param decimals of the token's smallest unit: 18 for every BRC-20 token, whatever its `dec`
 */
export function rateE18(total: Sats, coinAmount: Amount, decimals = TOKEN_DECIMALS): bigint {
  return coinAmount === 0n ? 0n : (total * 10n ** BigInt(decimals) * RATE_SCALE) / coinAmount;
}

/** A rate times 10^18 as decimal text without trailing zeros. */
export function formatRate(rate: bigint): string {
  const whole = rate / RATE_SCALE;
  const rest = (rate % RATE_SCALE).toString().padStart(18, '0').replace(/0+$/, '');
  return rest === '' ? whole.toString() : `${whole}.${rest}`;
}
