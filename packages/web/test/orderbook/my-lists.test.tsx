/** One's own orders: of all books or of one pair, counted in the tab as they are listed, and cancelled book by book. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import type { Order } from '@rialto/contract';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkContext } from '../../src/data/network.ts';
import { byBook } from '../../src/screens/orderbook/mine/MyOrders.tsx';
import { chooseScope, listsOf, useMyLists } from '../../src/screens/orderbook/mine/my-lists.ts';
import { OrdersPanel } from '../../src/screens/orderbook/OrdersPanel.tsx';
import type { Acts } from '../../src/screens/orderbook/review/acts.ts';
import { order } from '../fake/exchange.ts';
import { marketOf, ownAsk } from '../fake/market.ts';
import { ASSET } from '../fake/people.ts';

const fern = ownAsk(1, '100', 30_000n);
const opal = order(2, { book: 'brc20', tick: 'opal', assetId: ASSET, timestamp: 9 });
const face = order(3, { book: 'idcoin', tick: 'FACE', assetId: `mrc20:${'e'.repeat(64)}i0`, timestamp: 5 });
const OPEN: Readonly<Record<string, readonly Order[]>> = { mrc20: [fern], brc20: [opal], idcoin: [face] };

let root: Root;
let place: HTMLElement;
const asked = vi.fn((url: string) => {
  const book = /book\/(\w+)\/order-v2/.exec(url)?.[1] ?? '';
  const results = url.includes('orderState=1&') ? (OPEN[book] ?? []) : [];
  const at = { height: 1, hash: '0'.repeat(64) };
  return Promise.resolve(
    Response.json({ code: 0, message: '', data: { total: results.length, results, at } }),
  );
});
const find = (testId: string) => place.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const rows = () => [...place.querySelectorAll('[data-testid="open-order-row"]')];

function Holder() {
  const market = marketOf([]);
  const mine = useMyLists(market);
  return (
    <OrdersPanel
      {...{ market, mine, now: 10, first: undefined, onSell: () => undefined }}
      acts={{} as Acts}
    />
  );
}

beforeEach(async () => {
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('scrollTo', vi.fn());
  asked.mockClear();
  chooseScope('all');
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  const routeTree = createRootRoute({ component: Holder });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <NetworkContext value="regtest">
        <RouterProvider router={router as never} />
      </NetworkContext>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(rows()).toHaveLength(3), 3_000);
});
afterEach(() => {
  root.unmount();
  place.remove();
  vi.unstubAllGlobals();
});

it('shows those of every book, newest first, others with their book and the way there', () => {
  expect(find('open-orders-tab')?.textContent).toContain('(3)');
  expect(rows().map((row) => row.getAttribute('data-order-id'))).toEqual([
    opal.orderId,
    face.orderId,
    fern.orderId,
  ]);
  expect(rows()[0]?.textContent).toContain('opal BRC-20');
  expect(rows()[0]?.querySelector('a')?.getAttribute('href')).toBe(
    `/orderbook/brc20/btc-opal?${new URLSearchParams({ asset: ASSET }).toString()}`,
  );
  expect(rows()[2]?.querySelector('a')).toBeNull();
});

it('shows those of this pair alone, and the tab counts what is listed', async () => {
  find('scope-pair')?.click();
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  expect(find('open-orders-tab')?.textContent).toContain('(1)');
  expect(rows().map((row) => row.getAttribute('data-order-id'))).toEqual([fern.orderId]);
  expect(localStorage.getItem('my-orders-of')).toBe('pair');
});

it('waits for every list that is wanted, and puts what is being cancelled first', () => {
  const leaving = order(4, { state: 'cancelling', timestamp: 1 });
  expect(
    listsOf(
      [
        { open: [fern], past: [] },
        { open: undefined, past: [] },
      ],
      undefined,
    ).open,
  ).toBeUndefined();
  expect(listsOf([], undefined)).toEqual({ open: undefined, past: undefined });
  expect(listsOf([{ open: [fern, leaving], past: [] }], undefined).open).toEqual([leaving, fern]);
});

it('cancels book by book: a call is of one book', () => {
  expect(
    byBook([fern, opal, { ...fern, orderId: 'other' }]).map(({ book, orderIds }) => [book, orderIds]),
  ).toEqual([
    ['mrc20', [fern.orderId, 'other']],
    ['brc20', [opal.orderId]],
  ]);
});
