/** A sale into bids: which of them it takes, which lots answer them, what it pays, and what it still wants. Pure. */
import { MAX_RUNGS } from '@rialto/contract';
import type { Order, TransferEntry } from '@rialto/contract';
import {
  FILL_VSIZE,
  TOKEN_DECIMALS,
  answersOf,
  bidsFor,
  fillProceeds,
  isBuyable,
  opensBid,
  parseDecimal,
} from '@rialto/market';
import type { Answer, BookRow, FeePlans, MarketName } from '@rialto/market';
import { sats } from '@rialto/protocols';
import { satsOf, unitsOf } from '../book/rows.ts';
import { missing, whoIsMissing } from '../form-check.ts';
import type { Check } from '../form-check.ts';
import type { Form } from '../form.ts';
import { feeIsMissing } from '../buy/buying.ts';
import { msg } from '../../../words.ts';

/** A lot of one's own that can be sold now. */
export interface ReadyLot {
  readonly outpoint: string;
  readonly units: bigint;
  readonly entry: TransferEntry;
}

export const readyLot = (entry: TransferEntry): ReadyLot => ({
  outpoint: entry.outpoint,
  units: unitsOf(entry.amount),
  entry,
});

/** All that a sale takes and pays, in sat. */
interface SaleCost {
  readonly price: bigint;
  readonly serviceFee: bigint;
  readonly networkFee: bigint;
  /** What the lots bring, less what stays on the bidders' coins. */
  readonly carried: bigint;
  readonly proceeds: bigint;
}

export interface Sale {
  readonly answers: readonly Answer<ReadyLot>[];
  /** Tokens in all. */
  readonly units: bigint;
  /** Tokens asked for that no bid takes; of picked bids nothing. */
  readonly rest: bigint;
  /** Amounts for which there is no lot yet. */
  readonly wanted: readonly bigint[];
  /** Undefined for nothing, or without a fee rate. */
  readonly cost: SaleCost | undefined;
  /** A bid that fees would eat. */
  readonly eaten: boolean;
  /** Picked of a bid that is opened by a larger sale only. */
  readonly opensTooLittle: boolean;
}

interface SaleScene {
  readonly book: MarketName;
  readonly bids: readonly BookRow[];
  readonly orders: readonly Order[];
  readonly lots: readonly ReadyLot[];
  readonly feeRate: number | undefined;
}

export function saleOf(
  { sellMeans, bids: picked, sellAmount }: Pick<Form, 'sellMeans' | 'bids' | 'sellAmount'>,
  scene: SaleScene,
): Sale {
  if (sellMeans === 'bids') {
    const rows = scene.bids.filter((row) => picked.includes(row.id) && isBuyable(row));
    return sold(rows, 0n, scene);
  }
  const asked = parseDecimal(sellAmount, TOKEN_DECIMALS) ?? 0n;
  // Bids that the amount would not open are left out, and what is left is looked for again.
  let open = scene.bids;
  for (;;) {
    const { rows, rest } = bidsFor(open, { amount: asked, most: MAX_RUNGS });
    const shut = unopened(rows, scene.orders);
    if (shut.length === 0) return sold(rows, rest, scene);
    open = open.filter((row) => !shut.includes(row.id));
  }
}

function sold(rows: readonly BookRow[], rest: bigint, { book, orders, lots, feeRate }: SaleScene): Sale {
  const answers = answersOf(rows, lots);
  const fills = feeRate === undefined ? [] : answers.map((one) => paid(one, book, feeRate));
  const sum = (part: (fill: (typeof fills)[number]) => bigint): bigint =>
    fills.reduce((all, fill) => all + part(fill), 0n);
  const price = rows.reduce((all, row) => all + row.total, 0n);
  const [serviceFee, networkFee, proceeds] = [
    sum((fill) => fill.serviceFee),
    sum((fill) => fill.networkFee),
    sum((fill) => fill.proceeds),
  ];
  const carried = proceeds - price + serviceFee + networkFee;
  return {
    answers,
    units: rows.reduce((all, row) => all + row.amount, 0n),
    rest,
    wanted: answers.flatMap(({ row, lot }) => (lot === undefined ? [row.amount] : [])),
    cost: fills.length === 0 ? undefined : { price, serviceFee, networkFee, carried, proceeds },
    eaten: fills.some((fill) => fill.proceeds < SMALLEST_PROCEEDS),
    opensTooLittle: unopened(rows, orders).length > 0,
  };
}

/** An output of less is none. */
const SMALLEST_PROCEEDS = 546n;
/** On a lot that is still to be made. */
const USUAL_LOT = 546n;

function paid({ row, lot }: Answer<ReadyLot>, book: MarketName, feeRate: number) {
  const lotValue = lot === undefined ? USUAL_LOT : satsOf(lot.entry.outValue);
  const terms = { vsize: FILL_VSIZE[book], feeRateSatVb: feeRate };
  return fillProceeds({ price: row.total, lotValue, free: row.free === true, ...terms });
}

/** Rows of bids not published yet of which the sale takes less than a quarter: the exchange would refuse them (trading §8). */
function unopened(rows: readonly BookRow[], orders: readonly Order[]): readonly string[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const taken = new Map<string, bigint>();
  const hidden = orders.filter(({ bidId, published }) => bidId !== undefined && published !== true);
  const wholes = new Map(hidden.map(({ bidId = '', bidAmount = '0' }) => [bidId, BigInt(bidAmount)]));
  for (const { id, total } of rows) {
    const bidId = byId.get(id)?.bidId ?? '';
    taken.set(bidId, (taken.get(bidId) ?? 0n) + total);
  }
  return rows.flatMap(({ id }) => {
    const bidId = byId.get(id)?.bidId ?? '';
    const whole = wholes.get(bidId);
    return whole === undefined || opensBid(sats(taken.get(bidId) ?? 0n), sats(whole)) ? [] : [id];
  });
}

/** The best live bid of another that is no larger than the sale and pays more a token than the worst bid the sale takes. */
export function betterLive({ answers, units }: Pick<Sale, 'answers' | 'units'>, live: readonly BookRow[]) {
  const worst = answers.reduce<BookRow | undefined>(
    (least, { row }) => (least === undefined || row.rate < least.rate ? row : least),
    undefined,
  );
  if (worst === undefined) return undefined;
  return live
    .filter((row) => !row.mine && !row.pending && row.amount <= units && row.rate > worst.rate)
    .toSorted((a, b) => (a.rate > b.rate ? -1 : 1))[0];
}

interface SaleSituation {
  readonly connected: boolean;
  readonly feeRate: number | undefined;
  readonly limits: FeePlans | undefined;
}

export function checkSale(
  form: Pick<Form, 'sellMeans' | 'sellAmount' | 'highFee'>,
  sale: Sale,
  now: SaleSituation,
): Check {
  const actor = whoIsMissing(now);
  if (actor !== undefined) return actor;
  if (sale.answers.length === 0) return missing(nothing(form));
  if (sale.opensTooLittle) return missing(msg('Take at least a quarter of this bid'));
  if (sale.eaten) return missing(msg('Fees would take all of a bid'));
  if (sale.wanted.length > 0) return missing(msg('First make the lot above'));
  return feeIsMissing(now, form.highFee) ?? { label: msg('Sell now'), missing: 'nothing' };
}

function nothing({ sellMeans, sellAmount }: Pick<Form, 'sellMeans' | 'sellAmount'>): string {
  if (sellMeans === 'bids') return msg('Select a bid');
  return sellAmount === '' ? msg('Enter an amount') : msg('No bid fits this amount');
}
