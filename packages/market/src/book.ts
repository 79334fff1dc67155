/** The order book as people read it: rows by price, depth, the best lots, what changed. Pure. */
import type { Amount, Sats } from '@rialto/protocols';
import { formatRate, rateE18 } from './fees.ts';
import { TOKEN_DECIMALS } from './money.ts';

/** One resting sell order: an indivisible lot at a total price. */
export interface BookAsk {
  readonly id: string;
  /** Total price in sat. */
  readonly total: Sats;
  readonly amount: Amount;
  /** When it was placed, ms: earlier goes first at the same price. */
  readonly placedAt: number;
  readonly mine: boolean;
  /** A purchase of it is on its way, or its lot is being spent. */
  readonly pending: boolean;
}

export interface BookRow extends BookAsk {
  /** Sat per whole token × 10^18. */
  readonly rate: bigint;
  /** Sat per whole token as decimal text. */
  readonly price: string;
  /** This row and every better one. */
  readonly sumAmount: bigint;
  readonly sumTotal: bigint;
  /** Share of the whole book up to this row, 0 to 1000. */
  readonly depth: number;
}

/**
 * The asks as rows, best price first, each with what lies between it and the middle.
 * @param decimals of the token's smallest unit
 */
export function buildBook(asks: readonly BookAsk[], decimals = TOKEN_DECIMALS): readonly BookRow[] {
  const priced = asks
    .map((ask) => ({ ...ask, rate: rateE18(ask.total, ask.amount, decimals) }))
    .toSorted(byPrice);
  const whole = priced.reduce((sum, ask) => sum + ask.amount, 0n);
  let sumAmount = 0n;
  let sumTotal = 0n;
  return priced.map((ask) => {
    sumAmount += ask.amount;
    sumTotal += ask.total;
    return { ...ask, price: formatRate(ask.rate), sumAmount, sumTotal, depth: permille(sumAmount, whole) };
  });
}

function byPrice(a: BookAsk & { rate: bigint }, b: BookAsk & { rate: bigint }): number {
  if (a.rate !== b.rate) return a.rate < b.rate ? -1 : 1;
  if (a.placedAt !== b.placedAt) return a.placedAt - b.placedAt;
  return a.id < b.id ? -1 : 1;
}

function permille(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number.parseInt(((part * 1000n) / whole).toString(), 10);
}

/** True for a row somebody else offers and nobody is buying. */
export function isBuyable(ask: BookAsk): boolean {
  return !ask.mine && !ask.pending;
}

/** The `count` best rows one can buy. */
export function bestAsks(rows: readonly BookRow[], count: number): readonly BookRow[] {
  return rows.filter(isBuyable).slice(0, Math.max(0, count));
}

export interface Basket {
  readonly total: Sats;
  readonly amount: Amount;
  /** Average price in sat per whole token as decimal text; `0` for nothing. */
  readonly price: string;
}

/** What several rows cost and give together. */
export function basketOf(rows: readonly BookAsk[], decimals = TOKEN_DECIMALS): Basket {
  const total = rows.reduce((sum, row) => sum + row.total, 0n) as Sats;
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n) as Amount;
  return { total, amount, price: formatRate(rateE18(total, amount, decimals)) };
}

/** The rows that are new or differ from before: each flashes once. Nothing flashes on the first sight of a book. */
export function changedRows(
  before: readonly BookRow[] | undefined,
  after: readonly BookRow[],
): readonly string[] {
  if (before === undefined || before.length === 0) return [];
  const known = new Map(before.map((row) => [row.id, row]));
  return after.filter((row) => differs(known.get(row.id), row)).map((row) => row.id);
}

function differs(before: BookRow | undefined, after: BookRow): boolean {
  if (before === undefined) return true;
  return before.total !== after.total || before.pending !== after.pending;
}

/** How far a price lies above (or, negative, below) a reference price, in hundredths of a percent; undefined without a reference. */
export function basisPointsOver(rate: bigint, reference: bigint): number | undefined {
  if (reference <= 0n) return undefined;
  return Number.parseInt((((rate - reference) * 10_000n) / reference).toString(), 10);
}
