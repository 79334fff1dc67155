/** Connecting, syncing, signing in: the rules of the flows, with wallets whose answers are given here. */
import { loginText } from '@rialto/psbt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCredentials, credentialOf } from '../../src/data/calls/credentials.ts';
import { connection, dropConnection, userOf, saveConnection } from '../../src/flows/account/account.ts';
import type { User } from '../../src/flows/account/account.ts';
import { connect, disconnect, requireAddress, sync } from '../../src/flows/account/connect.ts';
import { login } from '../../src/flows/account/login.ts';
import { obeyAddressBar } from '../../src/flows/account/start-visit.ts';
import { user as someone } from '../fake/people.ts';

const me = someone(7);
const other = someone(8);
const taproot = someone(9, 'p2tr');

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Puts a provider at a name of the window; gives back the names called. */
function inject(name: string, methods: Methods): string[] {
  const calls: string[] = [];
  const provider: Record<string, unknown> = {};
  for (const [method, answer] of Object.entries(methods)) {
    provider[method] = (...args: unknown[]) => {
      calls.push(method);
      return Promise.resolve(answer(...args));
    };
  }
  Reflect.set(window, name, name === 'okxwallet' ? { bitcoin: provider } : provider);
  return calls;
}

const connected = (): User | undefined => userOf(connection.get());
const remember = (actor: { address: string; publicKey: string }): void =>
  saveConnection({ wallet: 'unisat', status: 'connected', address: actor.address, pubKey: actor.publicKey });

beforeEach(() => {
  dropConnection();
  clearCredentials();
});
afterEach(() => {
  for (const name of ['unisat', 'okxwallet']) Reflect.deleteProperty(window, name);
  vi.unstubAllGlobals();
});

describe('connect', () => {
  it('OKX on testnet is refused before it opens anything', async () => {
    const calls = inject('okxwallet', { connect: () => ({ address: me.address }) });
    await expect(connect('okx', 'testnet')).rejects.toThrow('OKX wallet only supports livenet');
    expect(calls).toEqual([]);
  });
  it('a wallet that is not there is named', async () => {
    await expect(connect('okx', 'livenet')).rejects.toThrow('Please install the Okx wallet extension first.');
    await expect(connect('demo', 'regtest')).rejects.toThrow('Unsupported wallet: demo');
  });
  it('switches once, connects again, and takes the account of the other network', async () => {
    let network = 'livenet';
    const accounts: Record<string, string> = { livenet: 'bc1qme', regtest: me.address };
    const calls = inject('unisat', {
      requestAccounts: () => [accounts[network]],
      getPublicKey: () => me.publicKey,
      getNetwork: () => network,
      switchNetwork: (to) => {
        network = String(to);
      },
    });
    await connect('unisat', 'regtest');
    expect(connected()).toEqual({ wallet: 'unisat', address: me.address, publicKey: me.publicKey });
    expect(calls.filter((name) => name === 'switchNetwork')).toHaveLength(1);
    expect(calls.filter((name) => name === 'requestAccounts')).toHaveLength(2);
  });
  it('a wallet that stays where it is leaves nobody connected', async () => {
    remember(other);
    inject('unisat', {
      requestAccounts: () => [me.address],
      getPublicKey: () => me.publicKey,
      getNetwork: () => 'livenet',
      switchNetwork: () => undefined,
    });
    await expect(connect('unisat', 'regtest')).rejects.toThrow('UniSat is on another network');
    expect(connected()).toBeUndefined();
  });
  it.each([
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    'mipcBb',
    'n3a',
    'tb1qx',
  ])('the address %s is refused on livenet', (address) => {
    expect(() => requireAddress(address, 'livenet')).toThrow(
      'Please use a native SegWit or Taproot address (Starts with bc1)',
    );
  });
});

describe('sync', () => {
  const wallet = (network: string, accounts: readonly string[]): string[] =>
    inject('unisat', {
      getAccounts: () => accounts,
      getPublicKey: () => other.publicKey,
      getNetwork: () => network,
    });
  it('takes the account the wallet shows now', async () => {
    remember(me);
    wallet('regtest', [other.address]);
    await sync('regtest');
    expect(connected()?.address).toBe(other.address);
  });
  it.each([
    ['another network', 'testnet', [me.address]],
    ['no account', 'regtest', []],
  ])('forgets the user on %s', async (_, network, accounts) => {
    remember(me);
    wallet(network, accounts);
    await sync('regtest');
    expect(connected()).toBeUndefined();
  });
  it('does not bring back who disconnected meanwhile', async () => {
    remember(me);
    wallet('regtest', [me.address]);
    const syncing = sync('regtest');
    await disconnect('regtest');
    await syncing;
    expect(connected()).toBeUndefined();
  });
});

describe('login', () => {
  const nonce = 'a'.repeat(64);
  const issuedAt = Date.now();
  const expiresAt = issuedAt + 300_000;

  /** The exchange's two answers: the text of an address, then the session. */
  function exchange(): void {
    const answer = (url: string): object => {
      const address = new URL(url, window.location.origin).searchParams.get('address') ?? '';
      if (!url.includes('challenge')) return { expiresAt };
      const iso = (ms: number): string => new Date(ms).toISOString();
      const words = { domain: window.location.host, address, network: 'regtest', nonce } as const;
      const text = loginText({ ...words, issuedAt: iso(issuedAt), expiresAt: iso(expiresAt) });
      return { text, nonce, issuedAt, expiresAt };
    };
    vi.stubGlobal('fetch', (url: string) =>
      Promise.resolve(Response.json({ code: 0, message: '', data: answer(url), processingTime: 0 })),
    );
  }
  const signer = (actor: typeof me, sign: (...args: unknown[]) => unknown): string[] =>
    inject('unisat', {
      getAccounts: () => [actor.address],
      getPublicKey: () => actor.publicKey,
      getNetwork: () => 'regtest',
      signMessage: sign,
    });

  it('wants a connected wallet', async () => {
    await expect(login(undefined, 'regtest')).rejects.toThrow('Please connect to a wallet first.');
  });
  it('signs once for a session, however often it is asked', async () => {
    exchange();
    remember(me);
    const calls = signer(me, () => 'c2ln');
    await Promise.all([login(connected(), 'regtest'), login(connected(), 'regtest')]);
    await login(connected(), 'regtest');
    expect(calls.filter((name) => name === 'signMessage')).toHaveLength(1);
    expect(credentialOf(me.address)).toMatchObject({ signature: 'c2ln', publicKey: me.publicKey });
  });
  it('can be asked again after a refusal', async () => {
    exchange();
    remember(me);
    const refuse = vi.fn<() => unknown>(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })));
    signer(me, refuse);
    await expect(login(connected(), 'regtest')).rejects.toThrow('Canceled in the wallet.');
    refuse.mockImplementation(() => 'c2ln');
    await login(connected(), 'regtest');
    expect(refuse).toHaveBeenCalledTimes(2);
    expect(credentialOf(me.address)).toBeDefined();
  });
  it('a login that waits does not hold up another address', async () => {
    exchange();
    remember(me);
    const answers: ((signature: string) => void)[] = [];
    const calls = signer(me, () => new Promise((resolve) => answers.push(resolve)));
    const waiting = login(connected(), 'regtest');
    await expect.poll(() => calls).toContain('signMessage');
    saveConnection({ wallet: 'okx', status: 'connected', address: other.address, pubKey: other.publicKey });
    inject('okxwallet', {
      getAccounts: () => [other.address],
      getNetwork: () => 'regtest',
      signMessage: () => 'b2t4',
    });
    await login(connected(), 'regtest');
    expect(credentialOf(other.address)?.signature).toBe('b2t4');
    expect(credentialOf(me.address)).toBeUndefined();
    answers[0]?.('c2ln');
    await waiting;
    expect(credentialOf(me.address)?.signature).toBe('c2ln');
  });
  it('asks for BIP-322 for a Taproot address', async () => {
    exchange();
    remember(taproot);
    const sign = vi.fn<(...args: unknown[]) => unknown>(() => 'c2ln');
    signer(taproot, sign);
    await login(connected(), 'regtest');
    expect(sign.mock.calls[0]?.[1]).toBe('bip322-simple');
  });
});

describe('the address bar', () => {
  const at = async (path: string): Promise<string> => {
    window.history.replaceState(null, '', path);
    await obeyAddressBar(window.location.search, 'regtest');
    return `${window.location.pathname}${window.location.search}${window.location.hash}`;
  };
  beforeEach(() => remember(me));
  it('clears, and keeps the rest of the address', async () => {
    expect(await at('/orderbook/brc20?clear=1&select=x#top')).toBe('/orderbook/brc20?select=x#top');
    expect(connected()).toBeUndefined();
  });
  it('lets the connected address stay, and no other', async () => {
    expect(await at(`/?address=${me.address}`)).toBe('/');
    expect(connected()).toBeDefined();
    await at(`/?address=${other.address}`);
    expect(connected()).toBeUndefined();
  });
  it('leaves the page alone that looks addresses up', async () => {
    expect(await at(`/dev?address=${other.address}`)).toBe(`/dev?address=${other.address}`);
    expect(connected()).toBeDefined();
  });
});
