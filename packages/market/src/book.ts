/** The order book as people read it: rows by price, depth, the best lots, what changed. Pure. */
import { sats } from '@rialto/protocols';
import type { Amount, Sats } from '@rialto/protocols';
import { formatRate, rateE18, serviceFee } from './fees.ts';
import { TOKEN_DECIMALS, roundTo } from './money.ts';
import type { OrderSide } from './order-types.ts';

/** One resting order: an ask is an indivisible lot at a total price, a bid wants a lot of exactly its amount. */
export interface BookAsk {
  readonly id: string;
  /** Total price in sat. */
  readonly total: Sats;
  readonly amount: Amount;
  /** When it was placed, ms: earlier goes first at the same price. */
  readonly placedAt: number;
  readonly mine: boolean;
  /** A trade of it is unconfirmed, its lot is being spent, or a bid cannot be filled just now. */
  readonly pending: boolean;
  /** Its taker pays no service fee for it. */
  readonly free?: boolean;
  /** True for a protected one: its lot lies in a lock. */
  readonly locked?: boolean;
  /** A bid whose funding pays less than the network takes just now. */
  readonly greyed?: boolean;
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
 * The orders of one side as rows, best price first, each with what is between it and the middle.
 * @param decimals of the token's smallest unit
 * @param side the lowest ask is the best, and the highest bid
 */
export function buildBook(
  asks: readonly BookAsk[],
  decimals = TOKEN_DECIMALS,
  side: OrderSide = 'ask',
): readonly BookRow[] {
  const priced = asks
    .map((ask) => ({ ...ask, rate: rateE18(ask.total, ask.amount, decimals) }))
    .toSorted((a, b) => (side === 'bid' && a.rate !== b.rate ? byPrice(b, a) : byPrice(a, b)));
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

/** True for an order of somebody else that no live trade holds. */
export function isBuyable(ask: BookAsk): boolean {
  return !ask.mine && !ask.pending;
}

/** The `count` best rows one can buy. */
export function bestAsks(rows: readonly BookRow[], count: number): readonly BookRow[] {
  return rows.filter(isBuyable).slice(0, Math.max(0, count));
}

/** The best ask of the book whoever looks at it: one's own is one too, and what is being bought is none any more. */
export function floorOf(rows: readonly BookRow[]): BookRow | undefined {
  return rows.find((row) => !row.pending);
}

export interface Basket {
  readonly total: Sats;
  readonly amount: Amount;
  /** Average price in sat per whole token as decimal text; `0` for nothing. */
  readonly price: string;
}

/** What several rows cost and give together. */
export function basketOf(
  rows: readonly Pick<BookAsk, 'total' | 'amount'>[],
  decimals = TOKEN_DECIMALS,
): Basket {
  const total = rows.reduce((sum, row) => sum + row.total, 0n) as Sats;
  const amount = rows.reduce((sum, row) => sum + row.amount, 0n) as Amount;
  return { total, amount, price: formatRate(rateE18(total, amount, decimals)) };
}

/** The service fee of taking these rows together: of those that are not free, and none when all are. */
export function basketFee(rows: readonly BookAsk[]): Sats {
  const paying = rows.filter((row) => row.free !== true);
  return paying.length === 0 ? sats(0n) : serviceFee(basketOf(paying).total);
}

/** All orders that show the same price, as one row. */
export interface BookLevel {
  /** Sat per whole token as it is shown, and so the name of the level. */
  readonly price: string;
  /** The exact price of its worst order: who offers it meets all of them. */
  readonly worst: string;
  /** Best first. */
  readonly rows: readonly BookRow[];
  readonly amount: Amount;
  readonly total: Sats;
  /** Share of the whole book up to this level, 0 to 1000. */
  readonly depth: number;
  readonly mine: boolean;
  /** True when nothing of it can be bought right now. */
  readonly pending: boolean;
  /** Differs whenever something a reader sees of its orders does; depth apart. */
  readonly mark: string;
}

/**
 * Rows of equal price as one, best first. Prices are equal when their first `significant` digits are, rounded half up, which is
 * what readers see: no two levels look the same.
 * @param rows as `buildBook` gives them
 */
export function levelsOf(rows: readonly BookRow[], significant: number): readonly BookLevel[] {
  const groups = new Map<bigint, BookRow[]>();
  for (const row of rows) {
    const shown = roundTo(row.rate, significant);
    const group = groups.get(shown);
    if (group === undefined) groups.set(shown, [row]);
    else group.push(row);
  }
  return [...groups].map(([shown, group]) => levelOf(shown, group));
}

function levelOf(shown: bigint, rows: readonly BookRow[]): BookLevel {
  const { total, amount } = basketOf(rows);
  const last = rows.at(-1);
  return {
    price: formatRate(shown),
    worst: last?.price ?? '0',
    rows,
    amount,
    total,
    depth: last?.depth ?? 0,
    mine: rows.some((row) => row.mine),
    pending: rows.every((row) => row.pending),
    mark: rows.map((row) => `${row.id}:${row.total}:${row.pending ? 1 : 0}`).join(),
  };
}

interface Crossing {
  readonly rows: readonly BookRow[];
  /** Of the amount wanted, what stays unbought. */
  readonly rest: Amount;
}

/**
 * What a limit order to buy meets: orders at its price or better, best first, each at its own price, while they fit into the amount
 * whole (trading §5: a limit that crosses becomes a take at the resting price).
 * @param limit.rate sat per whole token × 10^18
 * @param limit.most orders in one transaction
 */
export function crossingAsks(
  rows: readonly BookRow[],
  limit: { readonly rate: bigint; readonly amount: bigint; readonly most: number },
): Crossing {
  let rest = limit.amount;
  const met: BookRow[] = [];
  for (const row of rows) {
    if (row.rate > limit.rate || met.length >= limit.most) break;
    if (!isBuyable(row) || row.amount > rest) continue;
    met.push(row);
    rest -= row.amount;
  }
  return { rows: met, rest: rest as Amount };
}

/** How far a price is above (or, negative, below) a reference price, in hundredths of a percent; undefined without a reference. */
export function basisPointsOver(rate: bigint, reference: bigint): number | undefined {
  if (reference <= 0n) return undefined;
  return Number.parseInt((((rate - reference) * 10_000n) / reference).toString(), 10);
}
