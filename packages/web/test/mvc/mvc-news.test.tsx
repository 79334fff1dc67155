/** Swaps on MVC in the tray: what the exchange says of them is kept, and what it does not know any more is no purchase. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { putInTray, takeFromTray, trayItems, useTray } from '../../src/flows/tray.ts';
import type { MvcItem } from '../../src/flows/tray.ts';
import { MvcNews } from '../../src/screens/shell/tray/MvcNews.tsx';

const item: MvcItem = {
  ...{ id: 'b', kind: 'mvc', venue: 'ticket', address: 'bcrt1q', title: 'A swap', state: 'submitted' },
  ...{ txId: '', note: '', nextBest: [], startedAt: Date.now() },
};

let root: Root;
let client: QueryClient;
let answer: () => unknown;
const asked: string[] = [];

function News() {
  return useTray().map((one) => (one.kind === 'mvc' ? <MvcNews key={one.id} item={one} /> : null));
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json(answer()));
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  root = createRoot(document.createElement('div'));
});

afterEach(() => {
  root.unmount();
  client.clear();
  takeFromTray('b');
  vi.unstubAllGlobals();
});

function watch(one: MvcItem): void {
  putInTray(one);
  root.render(
    <QueryClientProvider client={client}>
      <News />
    </QueryClientProvider>,
  );
}

const task = (status: string, more: object = {}) => ({
  status: 'ok',
  data: { buildId: 'b', status, failedReason: '', confirmations: 0, ...more },
});
const stands = (is: object): Promise<void> => vi.waitFor(() => expect(trayItems()).toMatchObject([is]));

it('follows it to its end, and asks under the address it was built at', async () => {
  answer = () => task('signed');
  watch(item);
  await stands({ state: 'seen' });
  expect(asked[0]).toBe('/api/ticket/task?buildId=b');
  answer = () => task('completed', { confirmations: 3 });
  await client.invalidateQueries();
  await stands({ state: 'confirmed', confirmations: 3 });
  answer = () => task('failed', { failedReason: 'a swap before it came to nothing' });
  await client.invalidateQueries();
  await stands({ state: 'void', note: 'a swap before it came to nothing' });
});

it('leaves one alone that the exchange has not taken in yet', async () => {
  answer = () => task('built');
  watch(item);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await stands({ state: 'submitted' });
});

it('gives one up that the exchange does not know, but not in its first minute', async () => {
  answer = () => ({ status: 'error', refusal: 'not-found', message: 'Not found.' });
  watch(item);
  await vi.waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('error'));
  await stands({ state: 'submitted' });
  watch({ ...item, startedAt: Date.now() - 60_001 });
  await stands({ state: 'void', note: expect.stringContaining('no longer knows') as string });
});
