/** The pages of the bridge before an exchange that answers as it is told, with Metalet in the browser. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Mock } from 'vitest';
import { choosePlan } from '../../../src/data/settings.ts';
import { dropConnection, saveConnection } from '../../../src/flows/account/account.ts';
import { router } from '../../../src/routes.tsx';
import { BRIDGER, MVC_ADDRESS } from './bridge.ts';
import { No, usual } from './answers.ts';
import type { Answer } from './answers.ts';
import { standInDialogs } from '../dialogs.ts';
import { at } from '../rewards.tsx';

export { all, at, press, seen, words } from '../rewards.tsx';

/** What can be pressed in it. */
export const buttons = (testId: string): readonly (string | null)[] =>
  [...(at(testId)?.querySelectorAll('button') ?? [])].map((one) => one.textContent);

const HASH = '0'.repeat(64);
const HEALTH = {
  ...{ status: 'ok', network: 'regtest', height: 500, hash: HASH, indexHeight: 500 },
  ...{ indexHash: HASH, version: '0.0.0' },
};

const NOTHING = { query: new URLSearchParams(), body: undefined };

export interface BridgePageFake {
  /** By path under `/api`. */
  readonly answers: Record<string, Answer>;
  readonly asked: string[];
  readonly signPsbt: Mock<(request: { psbtHex: string }) => Promise<string>>;
  readonly transfer: Mock<(request: unknown) => Promise<unknown>>;
  readonly open: (href: string) => Promise<void>;
}

/** Called once in a file of tests, outside of them. */
export function bridgePage(): BridgePageFake {
  const page: BridgePageFake = {
    ...{ answers: {}, asked: [], open },
    signPsbt: vi.fn<(request: { psbtHex: string }) => Promise<string>>(),
    transfer: vi.fn<(request: unknown) => Promise<unknown>>(),
  };
  let root: Root;
  let client: QueryClient;
  let place: HTMLElement;

  async function open(href: string): Promise<void> {
    root.render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await router.navigate({ href });
  }
  const answer = async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(input, 'http://rialto.test');
    const path = pathname.replace('/api', '');
    const found = page.answers[path];
    if (path === '/health') return Response.json({ ...HEALTH, ...((await found?.(NOTHING)) ?? {}) });
    if (found === undefined) return new Response('{}', { status: 404 });
    page.asked.push(path);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const data = await found({ query, body });
    if (data instanceof No)
      return Response.json({ status: 'error', refusal: data.refusal, message: data.words });
    return path.startsWith('/book')
      ? Response.json({ code: 0, message: '', data, processingTime: 1 })
      : Response.json({ status: 'ok', data });
  };
  beforeEach(() => {
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('scrollTo', vi.fn());
    vi.stubGlobal('metaidwallet', {
      transfer: page.transfer,
      isConnected: () => Promise.resolve(true),
      getNetwork: () => Promise.resolve({ network: 'regtest' }),
      getAddress: () => Promise.resolve(MVC_ADDRESS),
      getPublicKey: () => Promise.resolve(BRIDGER.publicKey),
      on: () => undefined,
      btc: {
        signPsbt: page.signPsbt,
        getAddress: () => Promise.resolve(BRIDGER.address),
        getPublicKey: () => Promise.resolve(BRIDGER.publicKey),
      },
    });
    standInDialogs();
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/changelog'] }) });
    choosePlan('Avg');
    page.asked.length = 0;
    page.signPsbt.mockReset();
    page.signPsbt.mockImplementation(({ psbtHex }) => Promise.resolve(psbtHex));
    page.transfer.mockReset();
    for (const path of Object.keys(page.answers)) Reflect.deleteProperty(page.answers, path);
    Object.assign(page.answers, usual());
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    dropConnection();
    root.unmount();
    place.remove();
    client.clear();
    localStorage.clear();
    vi.unstubAllGlobals();
  });
  return page;
}

export function connect(): void {
  const { address, publicKey } = BRIDGER;
  saveConnection({ wallet: 'metalet', status: 'connected', address, pubKey: publicKey });
}

/** @param how it comes into the field, as browsers name it */
export function type(testId: string, text: string, how = 'insertText'): void {
  const input = document.querySelector(`[data-testid="${testId}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(testId);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: how }));
}
