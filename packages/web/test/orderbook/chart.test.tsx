/** The chart's words and numbers: what a reader gets where there is no canvas. */
import type { Kline, Order } from '@rialto/contract';
import { buildBook } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Depth } from '../../src/screens/orderbook/chart/Depth.tsx';
import { KlineTable } from '../../src/screens/orderbook/chart/KlineTable.tsx';
import { Legend, TradeLegend } from '../../src/screens/orderbook/chart/Legend.tsx';
import { faded } from '../../src/screens/orderbook/chart/colours.ts';
import { pathOf } from '../../src/screens/orderbook/chart/depth-path.ts';
import { changedSince, isRising } from '../../src/screens/orderbook/chart/kline.ts';
import { momentWords } from '../../src/screens/orderbook/chart/moments.ts';
import { isLively, isYoung, tradePoints } from '../../src/screens/orderbook/chart/trade-points.ts';

const HOUR = 3_600_000;
const kline = (n: number, more: Partial<Kline> = {}): Kline => ({
  timestamp: n * HOUR,
  open: '20',
  high: '21.5',
  low: '19',
  close: '20.000000000000000001',
  avg: '20',
  volume: '1234.5',
  turnover: '24690',
  trades: 2,
  ...more,
});

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
const draw = (what: ReactNode): string => {
  act(() => root.render(what));
  return place.textContent;
};

describe('a candle', () => {
  it.each([
    ['9', '10', true],
    ['10', '9', false],
    ['0.5', '0.45', false],
    ['5', '5.1', true],
    ['0.000000000000000002', '0.000000000000000001', false],
    ['7', '7', true],
  ])('from %s to %s rises: %s', (open, close, rises) => {
    expect(isRising({ open, close })).toBe(rises);
  });
  it('of days is dated by its midnight in UTC, wherever the reader is', () => {
    expect(momentWords(Date.parse('2026-11-21T00:00:00Z'), '1d')).toBe('Nov 21, 2026');
  });
  it('is told in a legend, exact in the title', () => {
    const text = draw(<Legend kline={kline(1)} tick="opal" interval="1h" />);
    expect(text).toContain('1,234.5 opal');
    expect(text).toContain('2 trades');
    expect(place.querySelector('[title="20.000000000000000001 sat"]')).not.toBeNull();
  });
});

describe('a young market', () => {
  const MINUTE = 60_000;
  const sale = (at: number, price = '20'): Order =>
    ({ dealTimestamp: at, timestamp: 0, coinRatePrice: price, coinAmount: '3', amount: '60' }) as Order;
  it('is drawn trade by trade, the oldest first, those of one block side by side', () => {
    const points = tradePoints([sale(5_000, '7'), sale(2_000, '6'), sale(2_000, '5')]);
    expect(points.map(({ second, at, price }) => [second, at, price])).toEqual([
      [2, 2_000, '5'],
      [3, 2_000, '6'],
      [5, 5_000, '7'],
    ]);
  });
  it('is looked at in candles that saw two prices, where half of them or more did', () => {
    const candles = (count: number, flat: number): Kline[] =>
      Array.from({ length: count }, (_, n) => kline(n, n < flat ? { high: '20', low: '20' } : {}));
    expect(isLively(candles(20, 10))).toBe(true);
    expect(isLively(candles(20, 11))).toBe(false);
    expect(isLively(candles(19, 0))).toBe(false);
  });
  it('is one whose sales fill fewer than twenty of the finest candles', () => {
    const quarters = (count: number): Order[] =>
      Array.from({ length: count }, (_, at) => sale((count - at) * 15 * MINUTE));
    expect(isYoung(undefined)).toBe(false);
    expect(isYoung([])).toBe(true);
    expect(isYoung(quarters(19))).toBe(true);
    expect(isYoung(quarters(20))).toBe(false);
    expect(isYoung(Array.from({ length: 90 }, () => sale(MINUTE))), 'one candle of many').toBe(true);
  });
  it('tells the trade under the pointer', () => {
    const [trade] = tradePoints([sale(Date.parse('2026-11-21T10:00:00Z'), '20.123456789')]);
    if (trade === undefined) throw new Error('there is one');
    const text = draw(<TradeLegend trade={trade} tick="opal" />);
    expect(text).toContain('3 opal');
    expect(place.querySelector('[title="20.123456789 sat"]')).not.toBeNull();
  });
});

describe('what is drawn anew', () => {
  const list = [kline(1), kline(2)];
  it('is only the last candle and what follows it', () => {
    const moved = kline(2, { close: '22', trades: 3 });
    expect(changedSince(list, [kline(1), moved])).toEqual([moved]);
    expect(changedSince(list, [...list, kline(3)])).toEqual([kline(2), kline(3)]);
  });
  it('is everything at first, when an old candle differs, and when one is gone', () => {
    expect(changedSince([], list)).toBeUndefined();
    expect(changedSince(list, [kline(1, { trades: 9 }), kline(2)])).toBeUndefined();
    expect(changedSince(list, [kline(1)])).toBeUndefined();
    expect(changedSince(list, [kline(2), kline(3)])).toBeUndefined();
  });
});

describe('the table', () => {
  it('has every candle, newest first, its prices to eight digits after the point', () => {
    draw(
      <KlineTable
        list={[kline(1), kline(2, { close: '1234.000000000000000001' })]}
        tick="opal"
        interval="1h"
      />,
    );
    const rows = [...place.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows[0]).toEqual(['20', '21.5', '19', '1,234', '1,234.5', '24,690', '2']);
    expect(rows).toHaveLength(2);
  });
});

describe('depth', () => {
  const ask = (id: string, total: bigint, units: bigint) => ({
    id,
    total: sats(total),
    amount: amount(units),
    placedAt: 0,
    mine: false,
    pending: false,
  });
  const TOKEN = 10n ** 18n;
  const rows = buildBook([
    ask('a', 20_000n, 10n * TOKEN),
    ask('b', 60_000n, 20n * TOKEN),
    ask('c', 999_000n, TOKEN / 10n),
  ]);

  it('goes up in steps and says what is far away', () => {
    const text = draw(<Depth rows={rows} bids={[]} tick="gem" isTable={false} />);
    expect(text).toContain('30 gem');
    expect(text, 'in the unit of the book').toContain('for 0.0008 BTC');
    expect(text).toContain('1 order is far from the best price.');
    expect(place.querySelector('[data-testid="depth"]')?.getAttribute('aria-label')).toContain('30');
  });
  it('is a table when that is wanted', () => {
    draw(<Depth rows={rows} bids={[]} tick="gem" isTable />);
    const cells = [...place.querySelectorAll('tbody td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['Ask', '10', '0.0002', '1', 'Ask', '30', '0.0008', '2']);
  });
  it('has the bids to the left, and says of a place which side it is', () => {
    const bids = buildBook([ask('d', 14_000n, 20n * TOKEN), ask('e', 16_000n, 20n * TOKEN)], 18, 'bid');
    const text = draw(<Depth rows={rows} bids={bids} tick="gem" isTable={false} />);
    expect(text).toContain('30 gem');
    const [red, green] = ['.stroke-sell', '.stroke-buy'].map((look) =>
      place.querySelector(look)?.getAttribute('d'),
    );
    expect(red, 'up to the right edge').toContain('H1000');
    expect(green, 'up to the left edge').toContain('H0');
    const words = place.querySelector('[data-testid="depth"]')?.getAttribute('aria-label');
    expect(words).toContain('30 for sale between');
    expect(words).toContain('Bids for 40 between 700 and 800 sat.');
    draw(<Depth rows={rows} bids={bids} tick="gem" isTable />);
    const sides = [...place.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(sides.map((row) => /Ask|Bid/.exec(row)?.[0])).toEqual(['Ask', 'Ask', 'Bid', 'Bid']);
  });
  it('has a grid and two axes beside the picture', () => {
    draw(<Depth rows={rows} bids={[]} tick="gem" isTable={false} />);
    const labels = [...(place.querySelector('[data-testid="depth-axes"]')?.children ?? [])];
    expect(labels).toHaveLength(9);
    expect(labels.at(-1)?.textContent, 'the most there is').toBe('30');
    expect(labels.slice(0, 5).at(-1)?.textContent).toContain('sat');
    expect(place.querySelector('.stroke-line')?.getAttribute('d')).toContain('M0 250H1000');
  });
  it('says so when nothing is for sale', () => {
    expect(draw(<Depth rows={[]} bids={[]} tick="gem" isTable={false} />)).toContain('No gem for sale');
  });
  it('is drawn from the best price outwards', () => {
    const step = { rate: 1n, amount: 1n, total: 1n, orders: 1 };
    const steps = [
      { ...step, x: 100, y: 400 },
      { ...step, x: 500, y: 1000 },
    ];
    expect(pathOf(steps, 'asks')).toBe('M100 1000H100V600H500V0H1000V1000Z');
    expect(pathOf(steps.toReversed(), 'bids')).toBe('M500 1000H500V0H100V600H0V1000Z');
    expect(pathOf([], 'asks')).toBe('');
  });
});

it('a colour fades when its form is known', () => {
  expect(faded('rgb(1, 2, 30)', 0.35)).toBe('rgba(1, 2, 30, 0.35)');
  expect(faded('oklab(0.5 0 0)', 0.35)).toBe('oklab(0.5 0 0)');
});
