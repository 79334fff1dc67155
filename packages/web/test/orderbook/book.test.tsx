/** The book as a list one walks: what is under the cursor stays there while the market moves. */
import { buildBook } from '@rialto/market';
import type { BookAsk } from '@rialto/market';
import { amount, sats } from '@rialto/protocols';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Book } from '../../src/screens/orderbook/book/Book.tsx';

const ask = (id: string, total: bigint): BookAsk => ({
  id,
  total: sats(total),
  amount: amount(10n ** 18n),
  placedAt: 0,
  mine: false,
  pending: false,
});

let root: Root;
let place: HTMLElement;
const picked = vi.fn();
const scrolled = vi.fn();
const bookOf = (asks: readonly BookAsk[]): React.ReactElement => {
  const rows = buildBook(asks);
  const rest = {
    loading: false,
    failed: false,
    onRetry: vi.fn(),
    chosen: [],
    tick: 'opal',
    market: undefined,
    bids: [],
    onSell: vi.fn(),
  };
  return <Book {...rest} rows={rows} floor={rows[0]} onPick={picked} />;
};
const draw = (...asks: BookAsk[]): void => act(() => root.render(bookOf(asks)));
beforeEach(() => {
  picked.mockClear();
  // jsdom has no layout and lacks it.
  Element.prototype.scrollIntoView = scrolled;
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

it('keeps the cursor on its line when a better price comes', () => {
  draw(ask('a', 20_000n), ask('b', 30_000n));
  act(() => place.querySelector<HTMLElement>('[data-order-id="b"]')?.click());
  draw(ask('a', 20_000n), ask('b', 30_000n), ask('better', 10_000n));
  const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
  act(() => void place.querySelector('[role="listbox"]')?.dispatchEvent(press));
  expect(picked.mock.calls).toEqual([
    [expect.objectContaining({ ids: ['b'] })],
    [expect.objectContaining({ ids: ['b'] })],
  ]);
});

it('has the bids below, the highest first, the spread between, and a click or Enter sells into one', () => {
  const asks = buildBook([ask('a', 20_000n)]);
  const bids = buildBook([ask('low', 10_000n), ask('high', 19_000n), ask('own', 18_000n)], 18, 'bid').map(
    (row) => (row.id === 'own' ? { ...row, mine: true } : row),
  );
  const sold = vi.fn();
  const rest = { loading: false, failed: false, onRetry: vi.fn(), chosen: ['low'], tick: 'opal' };
  act(() =>
    root.render(
      <Book
        {...rest}
        rows={asks}
        bids={bids}
        floor={asks[0]}
        market={undefined}
        onPick={picked}
        onSell={sold}
      />,
    ),
  );
  const rows = [...place.querySelectorAll<HTMLElement>('[data-testid="bid-row"]')];
  expect(rows.map((row) => row.dataset['orderId'])).toEqual(['high', 'own', 'low']);
  expect(rows.map((row) => row.dataset['mine'])).toEqual(['false', 'true', 'false']);
  expect(rows.map((row) => row.ariaSelected)).toEqual(['false', 'false', 'true']);
  expect(place.querySelector('[data-testid="spread"]')?.textContent).toBe('Spread 1,000sat 5.00%');
  act(() => rows[0]?.click());
  act(() => rows[1]?.click());
  expect(
    sold.mock.calls.map(([one]: { ids: string[] }[]) => one?.ids),
    'one’s own is nothing to sell into',
  ).toEqual([['high']]);
  const list = rows[0]?.closest('[role="listbox"]');
  for (const key of ['ArrowDown', 'Enter'])
    act(() => void list?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  expect(sold.mock.calls.at(-1)).toEqual([expect.objectContaining({ ids: ['low'], price: '10000' })]);
  expect(scrolled).toHaveBeenCalled();
  expect(picked).not.toHaveBeenCalled();
});

it('says of a greyed bid why nobody can sell into it', () => {
  const bids = buildBook([{ ...ask('grey', 10_000n), pending: true, greyed: true }], 18, 'bid');
  const rest = { loading: false, failed: false, onRetry: vi.fn(), chosen: [], tick: 'opal', rows: [] };
  act(() =>
    root.render(
      <Book {...rest} bids={bids} floor={undefined} market={undefined} onPick={picked} onSell={vi.fn()} />,
    ),
  );
  const row = place.querySelector<HTMLElement>('[data-testid="bid-row"]');
  expect(row?.ariaDisabled).toBe('true');
  expect(row?.textContent).toContain('Its network fee is too low just now');
  expect(row?.textContent).not.toContain('Sell');
});

it('is drawn near its middle first, and then to its end', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ask(`order-${n}`, 10_000n + BigInt(n) * 1_000n));
  const shown = (): number => place.querySelectorAll('[data-order-id]').length;
  // As in a browser, where what may wait is drawn when nothing else waits.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  flushSync(() => root.render(bookOf(many)));
  expect(shown()).toBe(24);
  expect(place.querySelector('[data-order-id="order-0"]')).not.toBeNull();
  await vi.waitFor(() => expect(shown()).toBe(60), 10_000);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
