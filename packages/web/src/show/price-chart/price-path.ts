/** The price of a pool over time as lines of a picture. Pure. */
import type { AnswerOf } from '@rialto/contract';

type Kline = AnswerOf<'poolKline'>['list'][number];

export interface PricePoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Sat per token, as it is written. */
  readonly price: string;
}

export interface PricePath {
  /** In a picture of 1000 by 100, the price rising upwards. */
  readonly line: string;
  readonly area: string;
  readonly low: string;
  readonly high: string;
}

export const WIDTH = 1_000;
export const HEIGHT = 100;
/** Above the highest and under the lowest price. */
const MARGIN = 8;

const HOUR = 3_600_000;

/** The first price, what was paid last in each hour, and the price now; a price holds until the next swap. */
export function pointsOf(list: readonly Kline[], now: PricePoint, since: number): readonly PricePoint[] {
  const [first] = list;
  const all = [
    ...(first === undefined ? [] : [{ at: first.timestamp, price: first.open }]),
    ...list.map(({ timestamp, close }) => ({ at: timestamp + HOUR, price: close })),
  ];
  const before = all.findLast(({ at }) => at < since);
  const shown = all.filter(({ at }) => at >= since && at < now.at);
  return [...(before === undefined ? [] : [{ ...before, at: since }]), ...shown, now];
}

/** Undefined while there is nothing to draw between. */
export function pathOf(points: readonly PricePoint[]): PricePath | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first.at >= last.at) return undefined;
  const ranked = points.toSorted((a, b) => Number(a.price) - Number(b.price));
  const [low = first, high = first] = [ranked[0], ranked.at(-1)];
  const [least, most] = [Number(low.price), Number(high.price)];
  const x = (at: number): number => Math.round(((at - first.at) / (last.at - first.at)) * WIDTH);
  const y = (price: string): number => {
    const part = most === least ? 0.5 : (Number(price) - least) / (most - least);
    return Math.round((HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN)) * 10) / 10;
  };
  const line = points.map(({ at, price }, nth) => `${nth === 0 ? 'M' : 'L'}${x(at)} ${y(price)}`).join('');
  return { line, area: `${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`, low: low.price, high: high.price };
}

/** The point that is nearest to a place in the picture, from 0 at its left to 1. */
export function pointAt(points: readonly PricePoint[], part: number): PricePoint | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const at = first.at + part * (last.at - first.at);
  const far = (point: PricePoint): number => Math.abs(point.at - at);
  return points.toSorted((a, b) => far(a) - far(b))[0];
}

/** By how many hundredths of a percent the last price differs from the first. */
export function changeOf(points: readonly PricePoint[]): number {
  const [first, last] = [Number(points[0]?.price), Number(points.at(-1)?.price)];
  return first > 0 ? Math.round((last / first - 1) * 10_000) : 0;
}
