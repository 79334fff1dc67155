/** The trade form as pure rules: what was entered, what it means, what is missing. */
import {
  HIGHEST_FEE_RATE,
  SMALLEST_ORDER,
  TOKEN_DECIMALS,
  basketOf,
  isBuyable,
  judgeFeeRate,
  parseDecimal,
  serviceFee,
} from '@rialto/market';
import type { Basket, BookRow, FeePlans } from '@rialto/market';
import { sats } from '@rialto/protocols';
import type { Sats } from '@rialto/protocols';
import { msg, t } from '../../words.ts';

/** The most lots of one purchase (contract, take/prepare). */
export const MOST_LOTS = 20;
const PRICE_SCALE = 18;

export type Side = 'buy' | 'sell';
export type PriceMode = 'unit' | 'total';

export interface Form {
  readonly side: Side;
  /** Order ids, in the order they were chosen. */
  readonly chosen: readonly string[];
  /** The inscription to sell. */
  readonly lotId: string | undefined;
  readonly priceMode: PriceMode;
  /** As typed, in sat per token or sat in all. */
  readonly price: string;
  /** As typed, in tokens. */
  readonly inscribe: string;
  /** Consent to a fee rate far above Fast. */
  readonly highFee: boolean;
}

export const EMPTY: Form = {
  side: 'buy',
  chosen: [],
  lotId: undefined,
  priceMode: 'unit',
  price: '',
  inscribe: '',
  highFee: false,
};

export type FormAct =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'toggle'; readonly id: string }
  | { readonly type: 'choose'; readonly ids: readonly string[] }
  | { readonly type: 'lot'; readonly id: string }
  | { readonly type: 'price-mode'; readonly mode: PriceMode }
  | { readonly type: 'enter'; readonly field: 'price' | 'inscribe'; readonly text: string }
  | { readonly type: 'high-fee'; readonly agreed: boolean }
  /** An act went through: what was entered for it is over. */
  | { readonly type: 'done'; readonly act: 'buy' | 'sell' };

export function reduce(form: Form, act: FormAct): Form {
  switch (act.type) {
    case 'side':
      return { ...form, side: act.side };
    case 'toggle':
      return { ...form, side: 'buy', chosen: toggled(form.chosen, act.id) };
    case 'choose':
      return { ...form, side: 'buy', chosen: act.ids.slice(0, MOST_LOTS) };
    case 'lot':
      return { ...form, lotId: act.id };
    case 'price-mode':
      return act.mode === form.priceMode ? form : { ...form, priceMode: act.mode, price: '' };
    case 'enter':
      return { ...form, [act.field]: act.text };
    case 'high-fee':
      return { ...form, highFee: act.agreed };
    case 'done':
      return act.act === 'buy'
        ? { ...form, chosen: [], highFee: false }
        : { ...form, lotId: undefined, price: '' };
  }
}

function toggled(chosen: readonly string[], id: string): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  return chosen.length < MOST_LOTS ? [...chosen, id] : chosen;
}

export interface BuySummary {
  /** The chosen rows that can still be bought, best first. */
  readonly rows: readonly BookRow[];
  readonly basket: Basket;
  readonly serviceFee: Sats;
  /** Before the real size is known; undefined without a rate. */
  readonly networkFee: Sats | undefined;
  readonly total: Sats;
}

/** Estimated sizes of a take in vB: one lot, and each further one (trading design: three lots are 584). */
const TAKE_BASE_VSIZE = 284;
const TAKE_LOT_VSIZE = 100;

export function summariseBuy(form: Form, book: readonly BookRow[], feeRate: number | undefined): BuySummary {
  const rows = book.filter((row) => form.chosen.includes(row.id) && isBuyable(row));
  const basket = basketOf(rows);
  const none = sats(0n);
  if (rows.length === 0) return { rows, basket, serviceFee: none, networkFee: none, total: none };
  const service = serviceFee(basket.total);
  const networkFee = feeRate === undefined ? undefined : estimate(rows.length, feeRate);
  return {
    rows,
    basket,
    serviceFee: service,
    networkFee,
    total: sats(basket.total + service + (networkFee ?? 0n)),
  };
}

function estimate(lots: number, feeRate: number): Sats {
  const rate = Math.min(feeRate, HIGHEST_FEE_RATE);
  return sats(BigInt(Math.ceil((TAKE_BASE_VSIZE + TAKE_LOT_VSIZE * lots) * rate)));
}

export interface Situation {
  readonly connected: boolean;
  readonly authorized: boolean;
  readonly feeRate: number | undefined;
  readonly limits: FeePlans | undefined;
  /** Clean confirmed sats of the address; undefined while unknown. */
  readonly spendable: bigint | undefined;
}

export type Missing = 'connect' | 'authorize' | 'input' | 'consent' | 'nothing';

export interface Check {
  /** What the button says, a message: what is missing, or the act. */
  readonly label: string;
  readonly missing: Missing;
}

const no = (label: string, missing: Missing = 'input'): Check => ({ label, missing });

function whoIsMissing(now: Situation): Check | undefined {
  if (!now.connected) return no('Connect Wallet', 'connect');
  return now.authorized ? undefined : no('Authorize', 'authorize');
}

function feeIsMissing(now: Situation, agreed: boolean): Check | undefined {
  if (now.feeRate === undefined) return no('Choose a fee rate first.');
  if (now.limits === undefined) return undefined;
  switch (judgeFeeRate(now.feeRate, now.limits)) {
    case 'ok':
      return undefined;
    case 'fee-too-low':
      return no('Fee rate is too low');
    case 'fee-too-high':
      return no('Fee rate is above 5,000 sat/vB');
    case 'fee-needs-consent':
      return agreed ? undefined : no('Agree to the high fee rate', 'consent');
  }
}

export function checkBuy(form: Form, summary: BuySummary, now: Situation): Check {
  const who = whoIsMissing(now);
  if (who !== undefined) return who;
  if (summary.rows.length === 0) return no('Select an amount');
  if (now.spendable !== undefined && now.spendable < summary.total) return no('Insufficient BTC balance');
  return feeIsMissing(now, form.highFee) ?? { label: msg('Buy'), missing: 'nothing' };
}

export interface SellSummary {
  /** Whole price in sat, undefined while it makes no sense. */
  readonly total: Sats | undefined;
  /** Sat per token × 10^18. */
  readonly rate: bigint | undefined;
}

const TOKEN = 10n ** BigInt(TOKEN_DECIMALS);
const RATE = 10n ** BigInt(PRICE_SCALE);

/** The price of a lot of `units` (18 digits), rounded to the nearest sat. */
export function summariseSell(form: Form, units: bigint | undefined): SellSummary {
  const typed = parseDecimal(form.price, form.priceMode === 'unit' ? PRICE_SCALE : 0);
  if (typed === undefined || units === undefined || units === 0n)
    return { total: undefined, rate: undefined };
  const total = form.priceMode === 'total' ? typed : (typed * units + (TOKEN * RATE) / 2n) / (TOKEN * RATE);
  if (total > 2_100_000_000_000_000n) return { total: undefined, rate: undefined };
  return { total: sats(total), rate: (total * TOKEN * RATE) / units };
}

export function checkSell(
  form: Form,
  summary: SellSummary,
  units: bigint | undefined,
  now: Situation,
): Check {
  const who = whoIsMissing(now);
  if (who !== undefined) return who;
  if (units === undefined) return no('Select an amount');
  if (form.price === '' || summary.total === undefined || summary.total === 0n) return no('Enter a price');
  if (summary.total < SMALLEST_ORDER) return no('Order should > 0.0001 BTC');
  return { label: msg('Place Limit Sell Order'), missing: 'nothing' };
}

/** What is wrong with an amount to inscribe; undefined when it can be done. */
export function checkInscribe(text: string, available: bigint, decimals: number): string | undefined {
  const units = parseDecimal(text, TOKEN_DECIMALS);
  const digits = text.split('.')[1]?.length ?? 0;
  if (text === '') return t('Enter an amount');
  if (units === undefined || units === 0n) return t('Enter an amount');
  if (digits > decimals) return t('At most {decimals} digits after the point', { decimals });
  return units > available ? t('More than your available balance') : undefined;
}
