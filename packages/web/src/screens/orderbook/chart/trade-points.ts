/** Sales as points of a young market's picture. Pure. */
import { candleStart } from '@rialto/market';
import type { Order, Kline } from '@rialto/contract';

export interface TradePoint {
  /** In seconds, each later than the one before: where sales share a block, they stand side by side. */
  readonly second: number;
  /** When it was sold, in ms. */
  readonly at: number;
  readonly price: string;
  /** In whole tokens. */
  readonly amount: string;
  /** In sat. */
  readonly total: string;
}

/** Fewer candles than this are an empty hall. */
export const FEW = 20;

const soldAt = ({ dealTimestamp, timestamp }: Order): number => dealTimestamp ?? timestamp;

/** @param sales newest first, as the market's list has them */
export function tradePoints(sales: readonly Order[]): readonly TradePoint[] {
  const points: TradePoint[] = [];
  for (const sale of sales.toReversed()) {
    const at = soldAt(sale);
    const second = Math.max(Math.floor(at / 1_000), (points.at(-1)?.second ?? 0) + 1);
    const { coinRatePrice: price, coinAmount: amount, amount: total } = sale;
    points.push({ second, at, price, amount, total });
  }
  return points;
}

/** A market that has not even the fewest candles of the finest kind: there each trade is drawn. */
export function isYoung(sales: readonly Order[] | undefined): boolean {
  if (sales === undefined) return false;
  return new Set(sales.map((sale) => candleStart(soldAt(sale), '15m'))).size < FEW;
}

/** Whether an interval is enough to look at. */
export const isEnough = (list: readonly Kline[] | undefined): boolean => (list?.length ?? 0) >= FEW;

/** Whether its candles are more than dashes: half of them or more saw two prices. */
export const isLively = (list: readonly Kline[]): boolean =>
  isEnough(list) && list.filter(({ high, low }) => high !== low).length * 2 >= list.length;
