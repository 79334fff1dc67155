/** The adapter against a provider with OKX's manners, new and old. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOkx } from '../../src/wallets/okx.ts';
import { createProvider } from '../../src/wallets/provider.ts';
import { WalletError } from '../../src/wallets/wallet.ts';

const X_ONLY = 'a'.repeat(64);
const KEY = `03${X_ONLY}`;
const ME = { address: 'bc1pme', publicKey: KEY };

const isMethod = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
const answering =
  (answer: unknown) =>
  (...args: unknown[]): Promise<unknown> =>
    Promise.resolve(isMethod(answer) ? answer(...args) : answer);

function okxOf(methods: Record<string, unknown>) {
  const bitcoin: Record<string, unknown> = {};
  for (const [name, answer] of Object.entries(methods)) bitcoin[name] = answering(answer);
  const limits = { read: 50, popup: 50, start: 20 };
  return createOkx(
    () => ({ okxwallet: { bitcoin } }),
    'livenet',
    createProvider(() => bitcoin, 'Okx', limits),
  );
}

describe('OKX', () => {
  it('takes the compressed key, for the other one is x-only on taproot', async () => {
    const connect = { address: ME.address, publicKey: X_ONLY, compressedPublicKey: KEY };
    expect(await okxOf({ connect }).connect()).toEqual(ME);
  });
  it('takes the plain key where it is whole, and never half a key', async () => {
    expect(await okxOf({ connect: { address: 'bc1qme', publicKey: KEY } }).connect()).toEqual({
      address: 'bc1qme',
      publicKey: KEY,
    });
    const half = okxOf({ connect: { address: ME.address, publicKey: X_ONLY } });
    await expect(half.connect()).rejects.toBeInstanceOf(WalletError);
  });
  it('re-reads silently, and knows a remembered key by its address', async () => {
    const getPublicKey = vi.fn(() => X_ONLY);
    expect(await okxOf({ getAccounts: [ME.address], getPublicKey }).reconnect(ME)).toEqual(ME);
    expect(getPublicKey).not.toHaveBeenCalled();
    expect(await okxOf({ getAccounts: [] }).reconnect(ME)).toBeUndefined();
  });
  it('asks a new account for the whole key when it is told half of one', async () => {
    const connect = { address: 'bc1pnew', publicKey: X_ONLY, compressedPublicKey: KEY };
    const wallet = okxOf({ getAccounts: ['bc1pnew'], getPublicKey: X_ONLY, connect });
    expect(await wallet.reconnect(ME)).toEqual({ address: 'bc1pnew', publicKey: KEY });
  });
  it('is livenet, whether it says so or not, and has no way to switch', async () => {
    expect(await okxOf({}).network()).toBe('livenet');
    expect(await okxOf({ getNetwork: 'testnet' }).network()).toBe('testnet');
    expect(okxOf({})).toMatchObject({ only: 'livenet' });
    expect(okxOf({}).switchNetwork).toBeUndefined();
  });
  it('knows no accounts in old versions: what the page remembers counts', async () => {
    expect(await okxOf({}).reconnect(ME)).toEqual(ME);
    expect(await okxOf({}).reconnect()).toBeUndefined();
  });
  it('signs one by one where it cannot sign several', async () => {
    const items = ['70', '71'].map((hex) => ({ hex, inputs: [] }));
    const one = okxOf({ signPsbt: (hex: string) => `${hex}ff` });
    expect(await one.signPsbts(items)).toEqual(['70ff', '71ff']);
    const both = okxOf({ signPsbts: (hexes: string[]) => hexes.map((hex) => `${hex}00`) });
    expect(await both.signPsbts(items)).toEqual(['7000', '7100']);
  });
  it('sends by sendPsbt, kind 52, where there is no pushPsbt', async () => {
    const sendPsbt = vi.fn(() => [{ 0: 'txid' }]);
    const connect = { address: ME.address, compressedPublicKey: KEY };
    const wallet = okxOf({ connect, sendPsbt });
    await wallet.connect();
    expect(await wallet.pushPsbt('70')).toBe('txid');
    expect(sendPsbt).toHaveBeenCalledWith([{ itemId: 0, signedTx: '70', type: 52 }], ME.address);
  });
});

describe('inscribing with OKX', () => {
  afterEach(() => vi.restoreAllMocks());
  const connect = { address: ME.address, compressedPublicKey: KEY };

  it('asks for kind 51 from the own address, and names the first inscription of the reveal', async () => {
    const inscribe = vi.fn(() => 'ab');
    const wallet = okxOf({ connect, inscribe });
    await wallet.connect();
    expect(await wallet.inscribeTransfer('ordi', '5')).toBe('abi0');
    expect(inscribe).toHaveBeenCalledWith({ type: 51, from: ME.address, tick: 'ordi' });
  });
  it('is refused on a phone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) OKApp/6.51');
    const inscribe = vi.fn(() => 'ab');
    const wallet = okxOf({ connect, inscribe });
    await wallet.connect();
    await expect(wallet.inscribeTransfer('ordi', '5')).rejects.toThrow(
      'Please inscribe BRC-20 directly in the Okx wallet.',
    );
    expect(inscribe).not.toHaveBeenCalled();
  });
});

describe('what happens in OKX', () => {
  it('is told once, though two events say it, and the handlers come off where they were put on', () => {
    const handlers = new Map<string, (payload: unknown) => void>();
    const bitcoin = {
      on: (name: string, handler: (payload: unknown) => void) => handlers.set(name, handler),
      removeListener: (name: string) => handlers.delete(name),
    };
    const seen: unknown[] = [];
    const wallet = createOkx(() => ({ okxwallet: { bitcoin } }));
    const stop = wallet.watch({ account: (one) => seen.push(one), network: () => undefined });
    handlers.get('accountChanged')?.({ address: 'bc1pnew', publicKey: X_ONLY });
    handlers.get('accountsChanged')?.(['bc1pnew']);
    handlers.get('accountChanged')?.(null);
    expect(seen).toEqual(['bc1pnew', undefined]);
    stop();
    expect(handlers.size).toBe(0);
  });
});
