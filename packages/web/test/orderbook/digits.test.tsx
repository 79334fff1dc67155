/** Digits are data: none is cut off, columns have as many after the point, small sums in forms have their sats beside. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSetting } from '../../src/data/settings.ts';
import { Book } from '../../src/screens/orderbook/book/Book.tsx';
import { OrdersTable } from '../../src/screens/orderbook/mine/table/OrdersTable.tsx';
import { MarketTrades } from '../../src/screens/orderbook/trades/MarketTrades.tsx';
import { Exact } from '../../src/show/Money.tsx';
import { pressMain } from '../../src/ui/press-main.ts';
import { askOf, marketOf } from '../fake/market.ts';

const NOW = 10_000_000;
const sales = [
  askOf(1, '12.5', 55_792n, { dealTimestamp: NOW - 120_000, state: 'done', dealTx: 'ab'.repeat(32) }),
  askOf(2, '1000', 1_200_000_000n, { dealTimestamp: NOW - 60_000, state: 'done' }),
];
/** What links lead to. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
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
  setSetting('btcUnit', true);
  vi.unstubAllGlobals();
});
const draw = (what: ReactNode): string => {
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>{what}</RouterContextProvider>
      </QueryClientProvider>,
    ),
  );
  return place.textContent;
};
const cutNumbers = (): number => place.querySelectorAll('.truncate .num, .num.truncate').length;

it('market trades name the unit once and have eight digits in every total', () => {
  expect(draw(<MarketTrades sales={sales} tick="FERN" now={NOW} />)).toContain('Total, BTC');
  const totals = [...place.querySelectorAll('li')].map((row) => row.children[2]?.textContent);
  expect(totals).toEqual(['0.00055792', '12.00000000']);
  expect(cutNumbers()).toBe(0);
  act(() => setSetting('btcUnit', false));
  expect(draw(<MarketTrades sales={sales} tick="FERN" now={NOW + 1} />)).toContain('Total, sat');
});

it('the book cuts no number', () => {
  const { rows, bids, floor } = marketOf([askOf(1, '1234.567890123', 55_792n), askOf(2, '5', 70_000n)]);
  draw(
    <Book
      {...{ rows, bids, floor, tick: 'FERN', market: undefined, loading: false, failed: false, chosen: [] }}
      onRetry={() => undefined}
      onPick={() => undefined}
      onSell={() => undefined}
    />,
  );
  expect(place.textContent).toContain('1,234.567890123');
  expect(cutNumbers()).toBe(0);
});

it('the history has total and time on the phone too', () => {
  const acts = {
    onTick: vi.fn(),
    onCancel: vi.fn(),
    onEdit: vi.fn(),
    onCancelBid: vi.fn(),
    onRescue: vi.fn(),
    onSpeedUp: vi.fn(),
  };
  draw(
    <OrdersTable
      orders={sales}
      view="past"
      now={NOW}
      height={undefined}
      address={undefined}
      assetId={sales[0]?.assetId ?? ''}
      ticked={[]}
      {...acts}
    />,
  );
  const phone = [...place.querySelectorAll('[data-testid="history-row"]')].map((row) =>
    [...row.querySelectorAll('td')]
      .filter((cell) => !cell.className.includes('hidden'))
      .map((cell) => cell.textContent)
      .join(' '),
  );
  expect(phone[0]).toContain('0.00055792BTC');
  expect(phone[0]).toContain('2m');
  expect(phone[1]).toContain('12.00000000BTC');
});

it.each([
  [1_570n, true, '1,570 sat0.00001570BTC'],
  [999_999n, true, '999,999 sat0.00999999BTC'],
  [1_000_000n, true, '0.01000000BTC'],
  [1_570n, false, '1,570sat'],
])('%d sat in a form, with bitcoin as the unit: %s', (value, btcUnit, text) => {
  act(() => setSetting('btcUnit', btcUnit));
  expect(draw(<Exact value={value} />)).toBe(text);
});

it('Enter in a field presses the main button of its own part, while it can be pressed', () => {
  const [outer, inner, other] = [vi.fn(), vi.fn(), vi.fn()];
  draw(
    <div data-enter onKeyDown={pressMain}>
      <div data-enter>
        <input inputMode="decimal" data-testid="inner" />
        <button type="button" data-main onClick={inner} />
      </div>
      <input inputMode="decimal" data-testid="outer" />
      <input type="checkbox" data-testid="box" />
      <button type="button" onClick={other} />
      <button type="button" data-main onClick={outer} />
    </div>,
  );
  const enter = (testId: string): void => {
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    act(() => void place.querySelector(`[data-testid="${testId}"]`)?.dispatchEvent(press));
  };
  enter('inner');
  enter('outer');
  enter('box');
  expect([inner, outer, other].map((one) => one.mock.calls.length)).toEqual([1, 1, 0]);
  place.querySelectorAll('button').forEach((button) => (button.disabled = true));
  enter('outer');
  expect(outer).toHaveBeenCalledTimes(1);
});
