/** What a purchase is, costs and still wants. Pure. */
import {
  HIGHEST_FEE_RATE,
  SERVICE_FEE,
  basisPointsOver,
  basketOf,
  formatRate,
  impactLevel,
  impactOf,
  isBuyable,
  checkFeeRate,
  rateE18,
  sweepCost,
} from '@rialto/market';
import type { Basket, BookRow, FeePlans, Impact, SweepCost, SweepTerms, UsualTake } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { missing, whoIsMissing } from '../form-check.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import { msg } from '../../../words.ts';

export interface Purchase {
  /** Best first. */
  readonly rows: readonly BookRow[];
  readonly basket: Basket;
  /** Undefined without rows or without a fee rate. */
  readonly cost: SweepCost | undefined;
  /** Everything it costs by the tokens it brings, in sat per token; and over the best ask, in hundredths of a percent. */
  readonly each: string;
  readonly eachOver: number | undefined;
  readonly impact: Impact | undefined;
  /** The best ask one can take, which it is measured by: sat per token × 10^18. */
  readonly best: bigint | undefined;
  /** Tokens that were asked for; undefined where lots were picked or a budget was named. */
  readonly asked: bigint | undefined;
  /** The most it may cost, where that was named. */
  readonly budget: bigint | undefined;
}

interface Seen {
  readonly best: BookRow | undefined;
  readonly asked?: bigint | undefined;
  readonly budget?: bigint | undefined;
}

/** @param cost when it is known better than by the usual sizes */
export function purchaseOf(
  rows: readonly BookRow[],
  cost: SweepCost | undefined,
  { best: first, asked, budget }: Seen,
): Purchase {
  const basket = basketOf(rows);
  const best = first?.rate;
  const each = cost === undefined ? 0n : rateE18(cost.total, basket.amount);
  return {
    ...{ rows, basket, cost, best, asked, budget },
    each: formatRate(each),
    eachOver: cost === undefined || best === undefined ? undefined : basisPointsOver(each, best),
    impact: impactOf(rows, best),
  };
}

const VB = 4;

/** What rows cost as a take usually is, before it is built. */
export function usualCost(
  rows: readonly BookRow[],
  usual: UsualTake | undefined,
  feeRate: number | undefined,
): SweepCost | undefined {
  if (rows.length === 0 || usual === undefined || feeRate === undefined) return undefined;
  const { vsize, dust, brings } = usual;
  const asks = rows.map(({ id, total, amount, free }) => ({
    id,
    total,
    amount,
    brings,
    weight: vsize.lot * VB,
    ...(free === true ? { free } : {}),
  }));
  const terms: SweepTerms = {
    feeRateSatVb: Math.min(feeRate, HIGHEST_FEE_RATE),
    weight: vsize.base * VB,
    dust,
    service: SERVICE_FEE,
  };
  return sweepCost(asks, terms);
}

/** The chosen rows that can still be bought. */
export function chosenRows(form: Form, book: readonly BookRow[]): readonly BookRow[] {
  return book.filter((row) => form.chosen.includes(row.id) && isBuyable(row));
}

export interface Situation {
  readonly connected: boolean;
  readonly feeRate: number | undefined;
  readonly limits: FeePlans | undefined;
  /** Clean confirmed sats of the address; undefined while unknown. */
  readonly spendable: bigint | undefined;
}

export const HIGH_FEE = msg('Accept the high fee rate');

export function feeIsMissing(now: Pick<Situation, 'feeRate' | 'limits'>, agreed: boolean): Check | undefined {
  if (now.feeRate === undefined) return missing(msg('Choose a fee rate first.'));
  if (now.limits === undefined) return undefined;
  switch (checkFeeRate(now.feeRate, now.limits)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return missing(msg('Fee rate is too low'));
    case 'fee-too-high':
      return missing(msg('Fee rate is above 5,000 sat/vB'));
    case 'fee-needs-consent':
      return agreed ? undefined : missing(HIGH_FEE, 'consent');
  }
}

/** What the wallet has to have: the price and all fees, the sats of the coins that stay with the tokens too. */
export function needed({ basket, cost }: Purchase): Sats {
  return cost === undefined
    ? basket.total
    : sats(cost.prices + cost.serviceFee + cost.networkFee + cost.dust);
}

/** Consent is to what stood there: where the book moved on to a worse price, it is asked for again. */
export function agreesToPrice({ farOver }: Form, { impact }: Purchase): boolean {
  return farOver !== undefined && (impact?.over ?? 0) <= farOver;
}

/** @param nothing what the button says while nothing is to be bought, a message */
export function checkBuy(form: Form, purchase: Purchase, now: Situation, nothing: string): Check {
  const actor = whoIsMissing(now);
  if (actor !== undefined) return actor;
  if (purchase.rows.length === 0) return missing(nothing);
  if (now.spendable !== undefined && now.spendable < needed(purchase))
    return missing(msg('Insufficient BTC balance'));
  const fee = feeIsMissing(now, form.highFee);
  if (fee !== undefined) return fee;
  return impactLevel(purchase.impact?.over) === 'far' && !agreesToPrice(form, purchase)
    ? missing(msg('Confirm the price'), 'consent')
    : { label: msg('Buy'), missing: 'nothing' };
}
