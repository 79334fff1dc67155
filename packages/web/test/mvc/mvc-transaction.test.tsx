/** The page of a transaction of MVC: what it spends and makes, which tokens are not genuine, and what is said of one that nobody knows. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MvcTransactionView } from '@rialto/contract';
import { router } from '../../src/routes.tsx';

const TXID = 'ab'.repeat(32);
const token = {
  ...{ codehash: '1'.repeat(40), genesis: '2'.repeat(40), symbol: 'CO', decimals: 2, amount: '12345' },
  verdict: 'genuine' as const,
};
const view: MvcTransactionView = {
  ...{ txid: TXID, core: 'cd'.repeat(32), height: 1200, confirmations: 3, size: 9876, fee: '9876' },
  inputs: [{ outpoint: `${'1'.repeat(64)}:0`, value: null, address: '', token: null }],
  inputsTotal: 60,
  outputs: [
    { outpoint: `${TXID}:0`, value: '2019', address: 'mOwner', token },
    { outpoint: `${TXID}:1`, value: '1', address: 'mForger', token: { ...token, verdict: 'fake' } },
    { outpoint: `${TXID}:2`, value: '150000000', address: 'mRich', token: null },
  ],
  outputsTotal: 3,
  at: { height: 1202, hash: '0'.repeat(64) },
};

const health = {
  ...{ status: 'ok', network: 'regtest', height: 1, hash: '0'.repeat(64), indexHeight: 1 },
  ...{ indexHash: '0'.repeat(64), version: '0.0.0' },
};

let root: Root;
let client: QueryClient;
let place: HTMLElement;
let told: Response;

beforeEach(() => {
  vi.stubGlobal('fetch', (input: string) => {
    if (input.includes('/mvc/transactions/')) return Promise.resolve(told.clone());
    return Promise.resolve(
      input.includes('/api/health') ? Response.json(health) : new Response('{}', { status: 404 }),
    );
  });
  vi.stubGlobal('scrollTo', vi.fn());
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/changelog'] }) });
  place = document.body.appendChild(document.createElement('div'));
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  client.clear();
  place.remove();
  vi.unstubAllGlobals();
});

async function opened(testId: string): Promise<string> {
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await router.navigate({ href: `/mvc/tx/${TXID}` });
  await vi.waitFor(() => expect(place.querySelector(`[data-testid="${testId}"]`)).not.toBeNull(), 5_000);
  return place.textContent;
}

it('tells both sides, and which of its tokens is not genuine', async () => {
  told = Response.json({ status: 'ok', data: view });
  const text = await opened('mvc-tx');
  for (const words of ['In block 1,200, 3 confirmations', '9,876 bytes', '123.45', 'and 59 more'])
    expect(text).toContain(words);
  const places = [...place.querySelectorAll('[data-testid="mvc-tx-place"]')].map((one) => one.textContent);
  expect(places).toHaveLength(4);
  expect(places.map((words) => words.includes('not genuine'))).toEqual([false, false, true, false]);
  expect(places[0]).toContain('unknown');
});

it('says that it waits', async () => {
  told = Response.json({ status: 'ok', data: { ...view, height: null, confirmations: 0 } });
  expect(await opened('mvc-tx')).toContain('Waiting for a block');
});

it('says that there is none', async () => {
  told = Response.json({ status: 'error', refusal: 'not-found', message: 'x' }, { status: 404 });
  expect(await opened('mvc-tx-unknown')).toContain('Transaction not found');
});
