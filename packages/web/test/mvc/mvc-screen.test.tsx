/** The page of swaps on MVC as its visitor has it, before an exchange that is honest, closed, empty, or lies. */
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MvcPool } from '@rialto/contract';
import { bytesToHex } from '@rialto/protocols';
import { dropConnection, saveConnection } from '../../src/flows/account/account.ts';
import { takeFromTray, trayItems } from '../../src/flows/tray.ts';
import { router } from '../../src/routes.tsx';
import { POOL_FACTS, STRANGER, USER, aBuy, handedOut, signedBy } from '../fake/mvc-swaps.ts';
import { standInDialogs } from '../fake/dialogs.ts';

const AT = { height: 9, hash: '0'.repeat(64) };
const pool: MvcPool = {
  ...POOL_FACTS,
  ...{ list: 'mrc20', name: 'Coin', lpFeePercent: '0.3', volume24h: '5000000', swaps24h: 1, aprPpm: null },
  ...{ token1Pool: '50000000', token2Pool: '1000000', token1PoolConfirmed: '50000000' },
  ...{ token2PoolConfirmed: '1000000', poolEquity: '7000', shareGenesis: '9'.repeat(40), waiting: 0 },
  ...{ paused: false, least: { buy: '52000', sell: '46000' } },
};
const holdings = {
  ...{ address: 'm', space: '1600000', spaceWaiting: '0', coins: 2, parked: [], at: AT },
  tokens: [
    {
      ...{ codehash: pool.codehash, genesis: pool.genesis, name: 'Coin', symbol: 'CO', decimals: 3 },
      ...{ amount: '70000', waiting: '0', unknown: '0', coins: 2 },
    },
    {
      ...{ codehash: pool.codehash, genesis: pool.shareGenesis, name: 'Share', symbol: 'S', decimals: 0 },
      ...{ amount: '3500', waiting: '0', unknown: '0', coins: 1 },
    },
  ],
};
const rows = [
  {
    ...{ core: 'c'.repeat(64), txid: 'd'.repeat(64), pair: pool.pair, symbol: 'CO', decimals: 3 },
    ...{ type: 'buy', sats: '1200000', units: '23000', address: 'm', status: 'pending', height: null },
    ...{ failedReason: '', time: 1_780_000_000_000 },
  },
];

let made: ReturnType<typeof aBuy>;
let answers: Record<string, (body: unknown) => unknown>;
let asked: string[];
let client: QueryClient;
let root: Root;
let place: HTMLElement;
const unlock = vi.fn();

class Closed {
  readonly refusal: string;
  constructor(refusal: string) {
    this.refusal = refusal;
  }
}

const health = {
  ...{ status: 'ok', network: 'regtest', height: 1, hash: '0'.repeat(64), indexHeight: 1 },
  ...{ indexHash: '0'.repeat(64), version: '0.0.0' },
};

async function answer(input: string, init?: RequestInit): Promise<Response> {
  const path = new URL(input, 'http://rialto.test').pathname;
  if (path === '/api/health') return Response.json(health);
  const found = answers[path];
  if (found === undefined) return new Response('{}', { status: 404 });
  asked.push(path);
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const data = await found(body);
  if (data instanceof Closed)
    return Response.json({ status: 'error', refusal: data.refusal, message: 'Not open.' });
  return Response.json({ status: 'ok', data });
}

const at = (testId: string): HTMLElement | null => document.querySelector(`[data-testid="${testId}"]`);
const words = (testId: string): string => at(testId)?.textContent ?? '';
const seen = (testId: string): Promise<HTMLElement> =>
  vi.waitFor(
    () => {
      const found = at(testId);
      if (found === null) throw new Error(`there is no ${testId}`);
      return found;
    },
    { timeout: 10_000 },
  );

function type(testId: string, text: string): void {
  const input = at(testId);
  if (!(input instanceof HTMLInputElement)) throw new Error(testId);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const press = async (testId: string): Promise<void> => {
  const button = await seen(testId);
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
  button.click();
};

const button = (label: string): Promise<void> =>
  vi.waitFor(() => expect(words('mvc-swap-button')).toBe(label), { timeout: 5_000 });

async function open(href = '/mvcswap'): Promise<void> {
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await router.navigate({ href });
}

/** A wallet that signs what it is given with the user's key. */
function installMetalet(): void {
  unlock.mockImplementation((request: { transaction: { txComposer: string; toSignInputs: number[] }[] }) => {
    const [one] = request.transaction;
    const composer = JSON.parse(one?.txComposer ?? '') as { tx: { inputs: { script: string }[] } };
    const signed = signedBy(USER, made.plan, one?.toSignInputs ?? []);
    composer.tx.inputs.forEach((input, index) => {
      input.script = bytesToHex(signed.inputs[index]?.scriptSig ?? new Uint8Array(0));
    });
    return Promise.resolve([JSON.stringify(composer)]);
  });
  const { account } = made.intent;
  Reflect.set(window, 'metaidwallet', {
    unlockP2PKHInput: unlock,
    isConnected: () => Promise.resolve(true),
    getNetwork: () => Promise.resolve({ network: 'regtest' }),
    getAddress: () => Promise.resolve(account.address),
    getPublicKey: () => Promise.resolve(account.publicKey),
    on: () => undefined,
    btc: {
      getAddress: () => Promise.resolve('bcrt1quser'),
      getPublicKey: () => Promise.resolve(account.publicKey),
    },
  });
}

beforeEach(() => {
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('scrollTo', vi.fn());
  standInDialogs();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/changelog'] }) });
  made = aBuy();
  asked = [];
  answers = {
    '/api/mvc/pairs': () => ({ network: 'regtest', pools: [pool], open: true, at: AT }),
    '/api/ticket/pairs': () => ({ network: 'regtest', pools: [], open: true, at: AT }),
    '/api/mvc/account': () => holdings,
    [`/api/mvc/pairs/${pool.pair}/transactions`]: () => ({ list: rows, at: AT }),
    '/api/mvc/transactions': () => ({ list: rows, at: AT }),
    '/api/mvc/preview': () => made.built.quote,
    '/api/mvc/build': () => made.built,
  };
  unlock.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  dropConnection();
  root.unmount();
  place.remove();
  client.clear();
  Reflect.deleteProperty(window, 'metaidwallet');
  for (const { id } of trayItems()) takeFromTray(id);
  vi.unstubAllGlobals();
});

function connect(): void {
  installMetalet();
  const pubKey = bytesToHex(USER.key);
  saveConnection({ wallet: 'metalet', status: 'connected', address: 'bcrt1quser', pubKey });
}

describe('a visitor', () => {
  it('sees pool, figures, who holds its coins, and what was done there, without a wallet', async () => {
    await open(`/mvcswap/${pool.pair}`);
    await seen('mvc-swap');
    await button('Connect Wallet');
    const genesis = `${pool.genesis.slice(0, 4)}…${pool.genesis.slice(-4)}`;
    await vi.waitFor(() => expect(words('mvc-pool-picker')).toBe(`CO${genesis}`));
    await seen('mvc-pool-transaction');
    expect(words('mvc-pool-swaps')).toContain('Buy');
    at('mvc-tab-pool')?.click();
    await seen('mvc-pool-tab');
    expect(words('mvc-pool-tab')).toContain('0.5SPACE');
    expect(words('mvc-custody')).toBe(
      'This pool’s coins are held by one key of the operator. There is no signed way home as in Runes pools: if the key is lost or misused, deposits are lost.',
    );
    expect(at('mvc-position')).toBeNull();
    expect(at('mvc-mintable')).toBeNull();
  });
  it('is told that the issuer can make more, in the form and at the pool', async () => {
    answers['/api/mvc/pairs'] = () => ({ pools: [{ ...pool, mintable: true }], open: true, at: AT });
    await open();
    await seen('mvc-mintable');
    at('mvc-tab-pool')?.click();
    await seen('mvc-pool-tab');
    expect(words('mvc-mintable')).toBe('The issuer can make more at any time and take this pool’s SPACE.');
  });
  it('is told that MVC stands still, and that a pool is paused', async () => {
    answers['/api/mvc/pairs'] = () => ({ pools: [pool], open: false, at: AT });
    connect();
    await open();
    await seen('mvc-closed');
    await button('No swaps right now');
  });
  it('is told where there is no pool, no such pool, and no MVC at all', async () => {
    await open('/swap/ticket');
    await vi.waitFor(() => expect(words('mvc-no-pool')).toContain('No pool here yet'), { timeout: 10_000 });
    await router.navigate({ href: `/mvcswap/space-${'0'.repeat(40)}` });
    await vi.waitFor(() => expect(words('mvc-no-pool')).toContain('no such pool'));
    answers['/api/mvc/pairs'] = () => new Closed('mvc-closed');
    client.clear();
    await router.navigate({ href: '/swap/mrc20' });
    await vi.waitFor(() =>
      expect(words('mvc-no-pool')).toContain('Swaps on MVC are not open on this exchange.'),
    );
  });
});

describe('who has Metalet', () => {
  it('types, reviews what this page has read, signs, and is told what becomes of it', async () => {
    connect();
    let status = 'signed';
    const task = () => ({
      ...{ buildId: made.built.buildId, pair: pool.pair, side: 'buy', sats: '1200000', units: '23000' },
      ...{ status, failedReason: '', core: 'c'.repeat(64), txid: 'd'.repeat(64), check: '01', swap: '02' },
      ...{ height: null, confirmations: 0 },
    });
    answers['/api/mvc/submit'] = task;
    answers['/api/mvc/task'] = task;
    await open();
    await seen('mvc-pay');
    await button('Enter an amount');
    await vi.waitFor(() => expect(place.textContent).toContain('Balance 0.016'));
    type('mvc-pay', '0.012');
    await button('Swap');
    expect(at('mvc-receive')).toHaveProperty('value', '23');
    expect(at('mvc-total-sats')?.dataset['sats']).toBe('1226000');
    await press('mvc-swap-button');
    await seen('mvc-review');
    expect(words('mvc-give')).toContain('0.01200000SPACE');
    expect(words('mvc-get')).toContain('23');
    // By the bytes; what the exchange says of it is not asked.
    expect(at('mvc-review-total')?.dataset['sats']).toBe('1226000');
    expect(words('mvc-blind')).toBe(
      'Metalet will not show what you sign. What protects you is this page’s check. Keep only what you swap in this account.',
    );
    expect(unlock).not.toHaveBeenCalled();
    await press('mvc-confirm');
    const sent = await seen('mvc-sent');
    expect(unlock).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(sent.dataset['state']).toBe('signed'));
    expect(sent.textContent).toContain('It can still fall with a swap before it.');
    expect(trayItems()).toMatchObject([{ kind: 'mvc', state: 'seen' }]);
    status = 'final';
    await client.invalidateQueries({ queryKey: ['mvc-task'] });
    await vi.waitFor(() => expect(sent.dataset['state']).toBe('final'));
    await press('mvc-close');
    await vi.waitFor(() => expect(at('mvc-act')).toBeNull());
    await vi.waitFor(() => expect(trayItems()).toMatchObject([{ state: 'final' }]));
  });

  const stranger = (): typeof made.built => {
    const outputs = made.plan.outputs.map((output, index) =>
      index === 3 ? { ...output, script: STRANGER.script } : output,
    );
    return { ...made.built, ...handedOut(made.ground, { ...made.plan, outputs }) };
  };
  const LIES: readonly (readonly [string, () => unknown])[] = [
    ['another receiver of the change', stranger],
    ['less than was asked for', () => aBuy({ units: 22_000n }).built],
    ['more than it may cost', () => ({ ...made.built, mostCosts: '1' })],
    ['no transaction', () => ({ ...made.built, raw: '' })],
  ];
  it.each(LIES)('is told not to sign where the exchange builds %s: no wallet is asked', async (_, lie) => {
    connect();
    answers['/api/mvc/build'] = lie;
    await open();
    await seen('mvc-pay');
    type('mvc-pay', '0.012');
    await button('Swap');
    await press('mvc-swap-button');
    await seen('mvc-refused');
    expect(words('mvc-refused')).toContain('Do not sign: this is not what you asked for.');
    expect(at('mvc-confirm')).toBeNull();
    expect(unlock).not.toHaveBeenCalled();
    expect(trayItems()).toHaveLength(0);
  });

  it('sees his share of the pool, and his transactions on a page of their own', async () => {
    connect();
    await open();
    await seen('mvc-swap');
    at('mvc-tab-pool')?.click();
    await seen('mvc-position');
    expect(words('mvc-position')).toContain('50%');
    expect(words('mvc-position')).toContain('0.25SPACE');
    await router.navigate({ href: '/mvc/transactions' });
    await seen('mvc-transaction');
    expect(document.querySelector('h1')?.textContent).toBe('My Txs on MVC');
    expect(asked).toContain('/api/mvc/transactions');
    expect(at('mvc-to-bridge')?.getAttribute('href')).toBe('/bridge');
  });

  it('is warned in red above one percent, and told what is missing', async () => {
    connect();
    made = { ...made, built: { ...made.built, quote: { ...made.built.quote, impactPpm: '25000' } } };
    await open();
    await seen('mvc-pay');
    type('mvc-pay', '0.012');
    await button('Swap Anyway');
    expect(at('mvc-impact')?.dataset['level']).toBe('much');
    answers['/api/mvc/preview'] = () => new Closed('swap-too-small');
    type('mvc-pay', '0.0001');
    await button('Smallest swap: 0.00052 SPACE');
  });
});

it('who has another wallet is asked for Metalet, once', async () => {
  saveConnection({ wallet: 'unisat', status: 'connected', address: 'bcrt1quser', pubKey: '02' });
  await open();
  await seen('mvc-swap');
  await button('Connect Metalet');
  await seen('connect-dialog');
  expect(words('toast')).toContain('Metalet only');
});
