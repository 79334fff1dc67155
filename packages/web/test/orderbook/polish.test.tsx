/** Small things a trader sees all day: market trades say how the price moved, a badge in the book is never cut off. */
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Book } from '../../src/screens/orderbook/book/Book.tsx';
import { ReviewSum } from '../../src/screens/orderbook/review/ReviewSum.tsx';
import { MarketTrades } from '../../src/screens/orderbook/trades/MarketTrades.tsx';
import { percentOf } from '../../src/screens/shell/balances/btc-sums.ts';
import type { Review } from '../../src/flows/review.ts';
import { askOf, marketOf } from '../fake/market.ts';

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

async function draw(page: ReactNode): Promise<void> {
  const routeTree = createRootRoute({ component: () => page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await act(() => router.load());
  act(() => root.render(<RouterProvider router={router as never} />));
}
const texts = (testId: string): (string | null)[] =>
  [...place.querySelectorAll(`[data-testid="${testId}"]`)].map((element) => element.textContent);

it('a market trade says whether its price is above the one before it, and is no green by itself', async () => {
  const sales = ['300', '400.5', '400.5', '350'].map((coinRatePrice, at) =>
    askOf(at, '1', 1n, { coinRatePrice }),
  );
  await draw(<MarketTrades sales={sales} tick="FERN" now={0} />);
  const rows = [...place.querySelectorAll('li')];
  expect(rows.map((row) => row.querySelector('[data-testid="trade-move"]')?.textContent)).toEqual([
    '▼down',
    undefined,
    '▲up',
    undefined,
  ]);
  expect(rows[1]?.querySelector('.text-buy')).toBeNull();
});

it('what is pending in the book has a mark that needs no room', async () => {
  const { rows, bids, floor } = marketOf([
    askOf(1, '100', 30_000n),
    askOf(2, '100', 31_000n, { pending: true }),
  ]);
  const rest = { loading: false, failed: false, chosen: [], market: undefined };
  const acts = { onRetry: () => undefined, onPick: () => undefined, onSell: () => undefined };
  await draw(<Book {...{ rows, bids, floor, ...rest, ...acts }} tick="FERN" />);
  const pending = place.querySelector('[data-pending="true"]');
  expect(pending?.querySelector('[title="Pending"] svg')).not.toBeNull();
  expect([...(pending?.querySelectorAll('.truncate') ?? [])].map((one) => one.textContent)).toEqual([]);
});

it('that nothing else moves has a tick', async () => {
  const review = { give: [], get: [], networkFee: 0n, serviceFee: 0n, alsoMoves: [], mismatches: [] };
  await draw(
    <ReviewSum review={{ ...review, vsize: 1, feeRateSatVb: 1 } as unknown as Review} networkNote="-" />,
  );
  expect(texts('nothing-else')).toEqual(['nothing']);
  expect(place.querySelector('[data-testid="nothing-else"] svg')).not.toBeNull();
});

it('a share is told to hundredths of a percent, and what is not all never looks like all', () => {
  expect(percentOf(9_998n, 10_000n)).toBe(9_998);
  expect(percentOf(999_999n, 1_000_000n)).toBe(9_999);
  expect(percentOf(0n, 0n)).toBe(10_000);
});
