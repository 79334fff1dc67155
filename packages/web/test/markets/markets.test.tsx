/** The list of all markets, as page and as picker: chosen by protocol, sorted, searched and starred; the exchange behind it is played here. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import type { Market } from '@rialto/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkContext } from '../../src/data/network.ts';
import { toggleStar } from '../../src/data/markets/stars.ts';
import { MarketsScreen } from '../../src/screens/markets/Screen.tsx';
import { TokenPicker } from '../../src/screens/orderbook/pair/TokenPicker.tsx';
import { standInDialogs } from '../fake/dialogs.ts';

const market = (tick: string, book: Market['book'], more: Partial<Market> = {}): Market => ({
  book,
  tick,
  assetId: `${book}:${tick}`,
  deployId: `${'ab'.repeat(32)}i0`,
  firstDeployed: true,
  oneScript: true,
  lastPrice: '0',
  volume24h: '0',
  trades24h: 0,
  floorPrice: '0',
  bidPrice: '0',
  openOrders: 0,
  ...more,
});
const FERN = market('FERN', 'mrc20', {
  lastPrice: '325.5',
  change24h: 312,
  volume24h: '120000',
  trades24h: 3,
  floorPrice: '330',
  bidPrice: '310',
  openOrders: 18,
});
const OPAL = market('opal', 'brc20', { floorPrice: '22', openOrders: 4 });
const OWL = market('OWL', 'idcoin');
const ALL = [FERN, OPAL, OWL];

const asked: URLSearchParams[] = [];
const closed = vi.fn();
let root: Root;
let router: ReturnType<typeof open>;

/** By book, by tick and by asset, in the order of the list. */
function answer(input: string): Promise<Response> {
  const url = new URL(input, 'http://rialto.test');
  if (url.pathname !== '/api/book/markets') return new Promise(() => undefined);
  const query = url.searchParams;
  asked.push(query);
  const book = query.get('book');
  const names = query.get('assetIds')?.split(',');
  const list = ALL.filter(
    (one) =>
      (book === null || one.book === book) &&
      (names === undefined || names.includes(one.assetId)) &&
      one.tick.toLowerCase().includes(query.get('search') ?? ''),
  );
  return Promise.resolve(Response.json({ code: 0, message: '', data: { list, total: list.length } }));
}

function open(page: ReactNode) {
  const top = createRootRoute({});
  const routes = ['/', '/markets', '/orderbook/$book/$pair'].map((path) =>
    createRoute({ getParentRoute: () => top, path, component: () => page }),
  );
  return createRouter({
    routeTree: top.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
}

function draw(page: ReactNode): void {
  router = open(page);
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NetworkContext value="regtest">
        <RouterProvider router={router} />
      </NetworkContext>
    </QueryClientProvider>,
  );
}

const all = (testId: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`),
];
const press = (testId: string, at = 0): void => all(testId)[at]?.click();
const ticks = (): (string | undefined)[] =>
  all('market-row').map((row) => row.dataset['asset']?.split(':')[1]);

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  closed.mockClear();
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('scrollTo', vi.fn());
  standInDialogs();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  for (const { assetId } of ALL)
    if (localStorage.getItem('starred-markets')?.includes(assetId) === true) toggleStar(assetId);
  root.unmount();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

it('the page has every protocol in one table, with what is known of each and dashes for the rest', async () => {
  draw(<MarketsScreen />);
  await vi.waitFor(() => expect(ticks()).toEqual(['FERN', 'opal', 'OWL']));
  const [fern, , owl] = all('market-row').map((row) =>
    [...row.querySelectorAll('th, td')].slice(1).map((cell) => cell.textContent),
  );
  expect(fern?.[0]).toMatch(/^FFERNMRC-20/);
  expect(fern?.slice(2)).toEqual(['+3.12%', '0.0012BTC', '310sat', '330sat', '18']);
  expect(owl?.slice(2)).toEqual(['—', '—', '—', '—', '0']);
  expect(document.querySelector('[data-testid="market-row"] a')?.getAttribute('href')).toBe(
    '/orderbook/mrc20/btc-FERN',
  );
});

it('chips, columns and the field ask the exchange; the same column again turns it round', async () => {
  draw(<MarketsScreen />);
  await vi.waitFor(() => expect(ticks()).toHaveLength(3));
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    sortKey: 'volume',
    sortType: '-1',
    net: 'regtest',
  });
  press('markets-brc20');
  await vi.waitFor(() => expect(ticks()).toEqual(['opal']));
  press('sort-floor');
  await vi.waitFor(() =>
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ sortKey: 'floor', sortType: '-1' }),
  );
  press('sort-floor');
  await vi.waitFor(() => expect(asked.at(-1)?.get('sortType')).toBe('1'));
  expect(document.querySelectorAll('[aria-sort="ascending"]')).toHaveLength(1);
});

it('a star is kept on this device and puts its market first', async () => {
  draw(<MarketsScreen />);
  await vi.waitFor(() => expect(ticks()).toEqual(['FERN', 'opal', 'OWL']));
  press('star', 2);
  await vi.waitFor(() => expect(ticks()).toEqual(['OWL', 'FERN', 'opal']));
  expect(localStorage.getItem('starred-markets')).toBe('["idcoin:OWL"]');
  expect(all('star')[0]?.getAttribute('aria-pressed')).toBe('true');
  // Not among those of a chip it does not belong to.
  press('markets-brc20');
  await vi.waitFor(() => expect(ticks()).toEqual(['opal']));
});

it('the picker finds tokens of other protocols, and Enter goes there', async () => {
  draw(<TokenPicker network="regtest" assetId="" onClose={closed} />);
  await vi.waitFor(() => expect(all('token-option')).toHaveLength(3));
  const field = document.querySelector<HTMLInputElement>('[data-testid="token-input"]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'op');
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() =>
    expect(all('token-option').map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^OopalBRC-20/),
    ]),
  );
  field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(closed).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/orderbook/brc20/btc-opal'));
});

it('the picker marks the pair one comes from, and brings it into view', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  draw(<TokenPicker network="regtest" assetId="idcoin:OWL" onClose={closed} />);
  await vi.waitFor(() => expect(all('token-option')).toHaveLength(3));
  const marked = (): string[] =>
    all('token-option').flatMap((one) =>
      one.getAttribute('aria-selected') === 'true' ? [one.textContent] : [],
    );
  expect(marked()).toEqual([expect.stringMatching(/OWL/)]);
  expect(scrolled).toHaveBeenCalled();
  press('star');
  await vi.waitFor(() => expect(localStorage.getItem('starred-markets')).toBe('["idcoin:OWL"]'));
});

it('the picker stars the marked one, and leads to the page', async () => {
  draw(<TokenPicker network="regtest" assetId="" onClose={closed} />);
  await vi.waitFor(() => expect(all('token-option')).toHaveLength(3));
  press('star');
  await vi.waitFor(() => expect(localStorage.getItem('starred-markets')).toBe('["mrc20:FERN"]'));
  press('all-markets');
  expect(closed).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/markets'));
});
