/** The pages of the bridge before an exchange that answers as it is told, with Metalet in the browser. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import type { BridgeOrderView, WireBridgeTerms } from '@rialto/contract';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Mock } from 'vitest';
import { choosePlan } from '../../src/data/settings.ts';
import { dropConnection, saveConnection } from '../../src/flows/account/account.ts';
import { orderIdOf } from '../../src/flows/bridge/bridge-terms.ts';
import { router } from '../../src/routes.tsx';
import { BRIDGER, BTC, MVC_ADDRESS, RATE, RUNE, assets, createdMint, createdRedeem } from './bridge.ts';
import { standInDialogs } from './dialogs.ts';

export { all, at, press, seen, words } from './rewards.tsx';

const HASH = '0'.repeat(64);
const AT = { height: 500, hash: HASH };
const HEALTH = {
  ...{ status: 'ok', network: 'regtest', height: 500, hash: HASH, indexHeight: 500 },
  ...{ indexHash: HASH, version: '0.0.0' },
};
const PLANS = { fastestFee: 4, halfHourFee: RATE, hourFee: RATE, economyFee: 1, minimumFee: 1 };

interface Asked {
  readonly query: URLSearchParams;
  readonly body: unknown;
}
type Answer = (asked: Asked) => unknown;

/** Refused by name. */
export class No {
  readonly refusal: string;
  readonly words: string;
  constructor(refusal: string, words: string) {
    this.refusal = refusal;
    this.words = words;
  }
}

export interface BridgePageFake {
  /** By path under `/api`. */
  readonly answers: Record<string, Answer>;
  readonly asked: string[];
  readonly signPsbt: Mock<(request: { psbtHex: string }) => Promise<string>>;
  readonly transfer: Mock<(request: unknown) => Promise<unknown>>;
  readonly open: (href: string) => Promise<void>;
}

export const termsIn = ({ body }: Asked): WireBridgeTerms => (body as { terms: WireBridgeTerms }).terms;

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
    if (pathname === '/api/health') return Response.json(HEALTH);
    const path = pathname.replace('/api', '');
    const found = page.answers[path];
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

const usual = (): Record<string, Answer> => ({
  '/bridge/assetList': () => assets(),
  '/bridge/queryTransactionsByAddress': () => ({ total: 0, list: [], nextCursor: null }),
  '/bridge/order': () => new No('bridge-order-unknown', 'There is no such order.'),
  '/bridge/deposits': () => ({ list: [], at: AT }),
  '/bridge/reserves': () => ({ reserves: [], btc: AT, mvc: AT }),
  '/bridge/createPrepayOrderMintBtc': (asked) => createdMint(termsIn(asked), orderIdOf(termsIn(asked))),
  '/bridge/createPrepayOrderMintRunes': (asked) =>
    createdMint(termsIn(asked), orderIdOf(termsIn(asked)), RUNE),
  '/bridge/createPrepayOrderRedeemBtc': (asked) => createdRedeem(termsIn(asked), orderIdOf(termsIn(asked))),
  '/mvc/account': () => ({
    ...{ address: MVC_ADDRESS, space: '300000', spaceWaiting: '0', coins: 1, parked: [], at: AT },
    tokens: [
      {
        ...{ codehash: BTC.targetTokenCodeHash, genesis: BTC.targetTokenGenesis, name: 'w', symbol: 'wBTC' },
        ...{ decimals: 8, amount: '700000', waiting: '0', unknown: '0', coins: 2 },
      },
    ],
  }),
  '/book/common/fee/recommended': () => PLANS,
  '/book/common/address/btc-utxo': () => [
    {
      ...{ txId: 'a'.repeat(64), vout: 0, outputIndex: 0, satoshis: '3000000', inscriptions: [] },
      ...{ addressType: 2, confirmed: true },
    },
  ],
  '/book/common/runes/address/balance-list': () => ({
    confirmed: [
      { runeid: '100:1', spacedRune: 'PLAINFERN', amount: '900000000', symbol: '', divisibility: 5 },
    ],
    ...{ unconfirmed: [], at: AT },
  }),
});

export function connect(): void {
  const { address, publicKey } = BRIDGER;
  saveConnection({ wallet: 'metalet', status: 'connected', address, pubKey: publicKey });
}

export function type(testId: string, text: string): void {
  const input = document.querySelector(`[data-testid="${testId}"]`);
  if (!(input instanceof HTMLInputElement)) throw new Error(testId);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

export const historyOf =
  (rows: readonly BridgeOrderView[]): Answer =>
  ({ query }) => {
    const type = query.get('type') ?? '';
    const list = rows.filter(({ direction, asset }) => {
      const name = asset === 'btc' ? 'btc' : 'runes';
      const far = asset === 'btc' ? 'mvcToBtc' : 'mvcToRunes';
      return type === (direction === 'mint' ? `${name}ToMvc` : far);
    });
    const from = Number(query.get('cursor') ?? '0');
    return { total: list.length, list: list.slice(from, from + 20), nextCursor: null };
  };
