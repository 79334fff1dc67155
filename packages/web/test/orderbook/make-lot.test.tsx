/** Selling: shares of what one has, a lot that is made is chosen and its form closes; of a limit, shares with all fees in them. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import type { TokenBalance } from '@rialto/contract';
import { act, useReducer } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkContext } from '../../src/data/network.ts';
import { LimitBuy } from '../../src/screens/orderbook/buy/LimitBuy.tsx';
import { EMPTY } from '../../src/screens/orderbook/form.ts';
import { reduce } from '../../src/screens/orderbook/form-acts.ts';
import type { Market } from '../../src/screens/orderbook/market.ts';
import type { Acts } from '../../src/screens/orderbook/review/acts.ts';
import { SellPanel } from '../../src/screens/orderbook/sell/SellPanel.tsx';
import { newLotOf, tokenText } from '../../src/screens/orderbook/sell/selling.ts';
import { askOf, marketOf } from '../fake/market.ts';
import { MRC20_ASSET, id } from '../fake/people.ts';

let root: Root;
let place: HTMLElement;
let show: ((market: Market) => void) | undefined;
const find = (testId: string) => place.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
const details = () => find('make-lot') as HTMLDetailsElement | null;
const field = (testId: string) => find(testId) as HTMLInputElement | null;
const button = (testId: string) => find(testId) as HTMLButtonElement | null;
const acts = { state: { step: 'idle' } } as unknown as Acts;
const FEES = { fastestFee: 3, halfHourFee: 2, hourFee: 1, economyFee: 1, minimumFee: 1 };

const lot = (seed: number, amount: string, confirmations = 1) => ({
  ...{ inscriptionId: '', inscriptionNumber: '', amount, outValue: '546' },
  ...{ outpoint: `${id(seed)}:0`, confirmations },
});
const balance = (...transferBalanceList: ReturnType<typeof lot>[]): TokenBalance => ({
  ...{ token: 'FERN', assetId: MRC20_ASSET, decimals: 8, availableBalance: '0', transferBalance: '0' },
  ...{ transferBalanceList, at: { height: 1, hash: id(9) } },
});

async function draw(Form: typeof SellPanel, begin: typeof EMPTY, market: Market): Promise<void> {
  function Holder() {
    const [now, setNow] = useReducer((_: Market, next: Market) => next, market);
    const [form, dispatch] = useReducer(reduce, begin);
    show = setNow;
    return <Form {...{ market: now, form, dispatch, acts, onTaking: () => undefined }} />;
  }
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(['fees', 'regtest'], FEES);
  client.setQueryData(['config'], { freeOrders: 0 });
  const routeTree = createRootRoute({ component: Holder });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await act(() => router.load());
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <NetworkContext value="regtest">
          <RouterProvider router={router as never} />
        </NetworkContext>
      </QueryClientProvider>,
    ),
  );
}

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

const selling = { ...EMPTY, side: 'sell' } as const;

it('a lot that was split off is chosen, and the form that made it closes', async () => {
  await draw(SellPanel, selling, marketOf([], { balance: balance(lot(1, '1000')) }));
  details()?.setAttribute('open', '');
  act(() => find('share-25')?.click());
  expect(field('amount-input')?.value).toBe('250');
  expect(find('share-100')).toBeNull();
  act(() => show?.(marketOf([], { balance: balance(lot(2, '250'), lot(3, '750')) })));
  expect(field('amount-input')?.value).toBe('');
  expect(details()?.open).toBe(false);
  const chosen = [
    ...place.querySelectorAll<HTMLInputElement>('[data-testid="transfer-option"] input:checked'),
  ];
  expect(chosen.map((box) => box.closest('label')?.dataset['outpoint'])).toEqual([`${id(2)}:0`]);
});

it('only a lot that was not there before counts as made, and nothing at first sight', () => {
  const lots = [lot(1, '5'), lot(2, '5')];
  expect(newLotOf(lots, undefined, 5n * 10n ** 18n)).toBeUndefined();
  expect(newLotOf(lots, new Set([`${id(1)}:0`]), 5n * 10n ** 18n)?.outpoint).toBe(`${id(2)}:0`);
  expect(newLotOf(lots, new Set([`${id(1)}:0`]), 4n * 10n ** 18n)).toBeUndefined();
});

it('a share is cut to the digits the token has', () => {
  expect(tokenText(10n ** 18n / 3n, 2)).toBe('0.33');
  expect(tokenText(10n ** 18n / 3n, 0)).toBe('0');
});

it('the way to price several lots stays, and says why the total cannot be typed', async () => {
  const two = { ...selling, lots: [`${id(1)}:0`, `${id(2)}:0`] };
  await draw(SellPanel, two, marketOf([], { balance: balance(lot(1, '10'), lot(2, '20')) }));
  expect(button('price-mode-unit')?.disabled).toBe(false);
  expect(button('price-mode-total')?.disabled).toBe(true);
});

it('a share of the balance at a limit buys what is at the limit or below, all fees in it', async () => {
  const asks = [askOf(1, '100', 30_000n), askOf(2, '100', 31_000n), askOf(3, '100', 60_000n)].map((ask) => ({
    ...ask,
    coinRatePrice: (Number(ask.amount) / 100).toString(),
  }));
  const limit = { ...EMPTY, kinds: { ...EMPTY.kinds, buy: 'limit' }, limitPrice: '310' } as const;
  await draw(LimitBuy, limit, marketOf(asks, { spendable: 200_000n, coins: [200_000n] }));
  act(() => find('share-100')?.click());
  expect(field('limit-amount')?.value).toBe('200');
  act(() => find('share-25')?.click());
  expect(field('limit-amount')?.value).toBe('100');
});

it('without a limit there is nothing to take a share of', async () => {
  const limit = { ...EMPTY, kinds: { ...EMPTY.kinds, buy: 'limit' } } as const;
  await draw(LimitBuy, limit, marketOf([askOf(1, '100', 30_000n)]));
  expect(button('share-100')?.disabled).toBe(true);
});
