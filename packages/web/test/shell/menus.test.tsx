/** The menus of the frame, its keys and its palette lead to every page; the bridge opens with Metalet alone, or elsewhere where the operator says so. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeDialog, openDialog } from '../../src/screens/shell/frame/frame-dialogs.ts';
import { dropConnection, saveConnection } from '../../src/flows/account/account.ts';
import { router } from '../../src/routes.tsx';
import { keyGroups } from '../../src/ui/keys.ts';
import { placeOf } from '../../src/wallets/offers.ts';
import { standInDialogs } from '../fake/dialogs.ts';

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/health': {
    status: 'ok',
    network: 'regtest',
    height: 1,
    hash: '0'.repeat(64),
    indexHeight: 1,
    indexHash: '0'.repeat(64),
    version: '0.0.0',
  },
};

/** Screens are fetched when they are first wanted. */
const WAIT = { timeout: 10_000 };
let root: Root;

function answer(input: string): Promise<Response> {
  const found = ANSWERS[new URL(input, 'http://rialto.test').pathname];
  if (found === undefined) return Promise.resolve(new Response('{}', { status: 404 }));
  return Promise.resolve(Response.json(found));
}

const at = (testId: string): HTMLElement | null => document.querySelector(`[data-testid="${testId}"]`);
const items = (): (string | null)[] =>
  [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent);

async function go(href: string, heading: string): Promise<void> {
  await router.navigate({ href });
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(heading), WAIT);
}

beforeAll(async () => {
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('scrollTo', vi.fn());
  standInDialogs();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/changelog'] }) });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Changelog'), WAIT);
}, 20_000);

afterAll(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

it('the menus name every page', async () => {
  at('nav-swap')?.click();
  await vi.waitFor(() =>
    expect(items()).toEqual(['BRC-20 (BTC)', 'Runes (BTC)', 'Pools', 'Ticket (MVC)', 'MRC-20 (MVC)']),
  );
  at('nav-swap')?.click();
  expect(at('nav-bridge')?.textContent).toBe('Bridge');
  expect(at('nav-rewards')?.textContent).toBe('Rewards');
  at('nav-orderbook')?.click();
  await vi.waitFor(() =>
    expect(items()).toEqual(['MRC-20 (BTC)', 'BRC-20 (BTC)', 'ID-Coins (BTC)', 'Runes (BTC)']),
  );
});

it('a key leads to the bridge, and the palette has it', async () => {
  const words = keyGroups().flatMap(({ keys }) => keys.map((key) => key.words));
  for (const page of ['BRC-20 order book', 'Rewards', 'Leaderboard', 'Bridge']) expect(words).toContain(page);
  openDialog('palette');
  await vi.waitFor(() => expect(at('palette')).not.toBeNull(), WAIT);
  const options = [...document.querySelectorAll('[data-testid="palette-option"]')].map(
    (one) => one.textContent,
  );
  expect(options).toContain('Bridgeg w');
  closeDialog();
});

it('another wallet than Metalet is told so at the bridge', async () => {
  saveConnection({ wallet: 'unisat', status: 'connected', address: 'bcrt1qxyz', pubKey: '02' });
  await go('/bridge', 'Bridge');
  await vi.waitFor(() => expect(at('connect-dialog')).not.toBeNull(), WAIT);
  await vi.waitFor(() => expect(at('toast')?.textContent).toContain('works with Metalet only'), WAIT);
  expect(placeOf('/bridge')).toBe('mvc');
  dropConnection();
});
