/** The line of a pool's price: from where it stood, over each hour's last swap, to now. */
import { expect, it } from 'vitest';
import { HEIGHT, WIDTH, changeOf, pathOf, pointAt, pointsOf } from '../../src/show/price-chart/price-path.ts';

const HOUR = 3_600_000;
const kline = (hour: number, open: string, close: string) => ({
  ...{ timestamp: hour * HOUR, open, close, high: close, low: close, avg: close },
  ...{ volume: '1', turnover: '1', trades: 1 },
});
const list = [kline(0, '2', '3'), kline(1, '3', '4')];
const now = { at: 3 * HOUR, price: '2' };

it('begins at the price that stood then, and ends now', () => {
  expect(pointsOf(list, now, HOUR / 2)).toEqual([
    { at: HOUR / 2, price: '2' },
    { at: HOUR, price: '3' },
    { at: 2 * HOUR, price: '4' },
    now,
  ]);
  expect(pointsOf(list, now, Number.NEGATIVE_INFINITY)).toHaveLength(4);
  expect(pointsOf([], now, 0)).toEqual([now]);
});

it('of a pool that is minutes old goes from its first price to that of now', () => {
  const young = pointsOf([kline(0, '2', '3')], { at: HOUR / 4, price: '3' }, Number.NEGATIVE_INFINITY);
  expect(young).toEqual([
    { at: 0, price: '2' },
    { at: HOUR / 4, price: '3' },
  ]);
  expect(pathOf(young)).toMatchObject({ low: '2', high: '3' });
});

it('is drawn inside its picture, the highest on top', () => {
  const path = pathOf(pointsOf(list, now, 0));
  expect(path).toMatchObject({ low: '2', high: '4' });
  const points = [...(path?.line ?? '').matchAll(/[ML](\d+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(points.map(([x]) => x)).toEqual([0, 333, 667, WIDTH]);
  const heights = points.map(([, y]) => y ?? 0);
  expect(Math.min(...heights)).toBe(heights[2]);
  for (const y of heights) expect(y > 0 && y < HEIGHT).toBe(true);
});

it('is no line of one moment, and a straight one where nothing moved', () => {
  expect(pathOf([now])).toBeUndefined();
  expect(pathOf([{ at: 0, price: '2' }, now])?.line).toBe(`M0 50L${WIDTH} 50`);
});

it('knows the nearest point, and the change from first to last', () => {
  const points = pointsOf(list, now, 0);
  expect(pointAt(points, 0.3)).toEqual({ at: HOUR, price: '3' });
  expect(pointAt([], 0.3)).toBeUndefined();
  expect(changeOf(points.slice(0, 2))).toBe(5_000);
  expect(changeOf([])).toBe(0);
});
