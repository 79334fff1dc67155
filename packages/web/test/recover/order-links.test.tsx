/** From what can be recovered one is led to the very token of the order, not to another of the same name. */
import type { OwnBidLock } from '@rialto/contract';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HeldRow } from '../../src/screens/recover/LockRows.tsx';
import { OrderRow } from '../../src/screens/recover/OrderRow.tsx';
import { order } from '../fake/exchange.ts';
import { MRC20_ASSET, id } from '../fake/people.ts';

const token = { book: 'mrc20', tick: 'MAN', assetId: MRC20_ASSET } as const;
const rune = { book: 'runes', tick: 'GREEN•HILL', assetId: 'rune:840000:3' } as const;

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
  vi.unstubAllGlobals();
});

const held = (of: Pick<OwnBidLock, 'book' | 'tick' | 'assetId'>): OwnBidLock => ({
  ...{ ...of, orderId: id(1), bidId: '0b0e7a52-9f0a-4d86-a1d5-8c1f6b1f0001', coinAmount: '12' },
  ...{ amount: '15000', state: 'open', lock: 'held', outpoint: `${id(2)}:1`, ripe: false },
});
const TOKEN_HREF = `/orderbook/mrc20/btc-MAN?asset=${encodeURIComponent(MRC20_ASSET)}`;
const RUNE_HREF = '/orderbook/runes/btc-840000:3';

it.each([
  ['a bid for a token', <HeldRow rungs={[held(token)]} />, TOKEN_HREF],
  ['a bid for a rune', <HeldRow rungs={[held(rune)]} />, RUNE_HREF],
  ['an order of a token', <OrderRow order={order(2, token)} />, TOKEN_HREF],
  ['an order of a rune', <OrderRow order={order(2, rune)} />, RUNE_HREF],
])('from %s', async (_, row, href) => {
  const routeTree = createRootRoute({ component: () => row });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  root.render(<RouterProvider router={router as never} />);
  await vi.waitFor(() => expect(place.querySelector('a')?.getAttribute('href')).toBe(href), 3_000);
});
