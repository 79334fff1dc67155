/** What is not open yet: tagged in menus and palette, no guard, no key, one page with the way back to where one was. */
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

it('nobody is asked for a wallet, whatever they are connected with', async () => {
  saveConnection({ wallet: 'unisat', status: 'connected', address: 'bcrt1qxyz', pubKey: '02' });
  await go('/bridge', 'The bridge is coming');
  expect(at('connect-dialog')).toBeNull();
  expect(at('toast')).toBeNull();
  expect(placeOf('/bridge', true)).toBe('mrc20-book');
  dropConnection();
});

it('the page says what it will be and leads back to where one came from', async () => {
  await go('/terms?from=footer', 'Terms of Service');
  await go('/bridge', 'The bridge is coming');
  expect(at('way-back')?.textContent).toBe('Back to Terms of Service');
  at('way-back')?.click();
  await vi.waitFor(() => expect(router.state.location.href).toBe('/terms?from=footer'), WAIT);
});

it('the menu tags what is not open, and nothing else', async () => {
  at('nav-swap')?.click();
  await vi.waitFor(() =>
    expect(items()).toEqual(['BRC-20 (BTC)', 'Runes (BTC)', 'Pools', 'Ticket (MVC)', 'MRC-20 (MVC)']),
  );
  at('nav-swap')?.click();
  expect(at('nav-bridge')?.textContent).toBe('Bridge Soon');
  expect(at('nav-rewards')?.textContent).toBe('Rewards');
  at('nav-orderbook')?.click();
  await vi.waitFor(() =>
    expect(items()).toEqual(['MRC-20 (BTC)', 'BRC-20 (BTC)', 'ID-Coins (BTC)', 'Runes (BTC)']),
  );
});

it('no key leads there; the palette tags it and puts it last', async () => {
  const words = keyGroups().flatMap(({ keys }) => keys.map((key) => key.words));
  expect(words).toContain('BRC-20 order book');
  expect(words).not.toContain('Bridge');
  for (const page of ['Rewards', 'Leaderboard']) expect(words).toContain(page);
  openDialog('palette');
  await vi.waitFor(() => expect(at('palette')).not.toBeNull(), WAIT);
  const options = [...document.querySelectorAll('[data-testid="palette-option"]')].map(
    (one) => one.textContent,
  );
  expect(options.indexOf('Devg d')).toBeGreaterThan(-1);
  expect(options.indexOf('Devg d')).toBeLessThan(options.indexOf('BridgeSoon'));
  closeDialog();
});
