/** The adapter against a provider with Metalet's manners: answers with a status, plain strings, silence, one handler for all. */
import { describe, expect, it, vi } from 'vitest';
import { createMetalet } from '../../src/wallets/metalet.ts';
import { createProvider } from '../../src/wallets/provider.ts';
import { WalletError } from '../../src/wallets/wallet.ts';

const KEY = `02${'b'.repeat(64)}`;
const isMethod = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
const answering =
  (answer: unknown) =>
  (...args: unknown[]): Promise<unknown> =>
    Promise.resolve(isMethod(answer) ? answer(...args) : answer);
const wrapped = (methods: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(methods).map(([name, answer]) => [name, answering(answer)]));

function metaletOf(top: Record<string, unknown>, btc: Record<string, unknown> = {}, more: object = {}) {
  const provider = { ...wrapped(top), btc: wrapped(btc), ...more };
  const limits = { read: 50, popup: 60, start: 20 };
  return createMetalet(
    () => ({ metaidwallet: provider }),
    createProvider(() => provider, 'Metalet', limits),
  );
}

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof WalletError ? error.kind : 'foreign'),
  );
const psbt = [{ index: 0, address: 'bc1qme', sighashTypes: [0x83] }];

describe('Metalet', () => {
  it('lets the site in on both chains, then names its account on BTC', async () => {
    const connect = vi.fn(() => ({ address: '1mvc' }));
    const wallet = metaletOf({ connect }, { connect: { address: 'bc1qme', pubKey: KEY } });
    expect(await wallet.connect()).toEqual({ address: 'bc1qme', publicKey: KEY });
    expect(connect).toHaveBeenCalledOnce();
  });
  it('re-reads silently', async () => {
    const btc = { getAddress: 'bc1qme', getPublicKey: KEY };
    expect(await metaletOf({ isConnected: true }, btc).reconnect()).toEqual({
      address: 'bc1qme',
      publicKey: KEY,
    });
    expect(await metaletOf({ isConnected: false }, btc).reconnect()).toBeUndefined();
  });
  it('has names of its own for networks', async () => {
    expect(await metaletOf({ getNetwork: { network: 'mainnet' } }).network()).toBe('livenet');
    expect(await metaletOf({ getNetwork: { network: 'testnet' } }).network()).toBe('testnet');
  });
  it('switches with an object, whose answer has a status that is no refusal', async () => {
    const switchNetwork = vi.fn(() => ({ status: 'ok', network: 'mainnet', address: 'x' }));
    await metaletOf({ switchNetwork }).switchNetwork?.('livenet');
    expect(switchNetwork).toHaveBeenCalledWith({ network: 'mainnet' });
  });
  it('says when the switch was cancelled', async () => {
    const wallet = metaletOf({ switchNetwork: { status: 'canceled' } });
    await expect(wallet.switchNetwork?.('livenet')).rejects.toThrow('Switch network canceled');
  });
  it('hands a PSBT over in an object, always with what to sign and not finalized', async () => {
    const signPsbt = vi.fn(() => 'ff');
    expect(await metaletOf({}, { signPsbt }).signPsbt('70', psbt)).toBe('ff');
    expect(signPsbt).toHaveBeenCalledWith({
      psbtHex: '70',
      options: { autoFinalized: false, toSignInputs: psbt },
    });
  });
  it('signs several one by one, for its signPsbts is not there', async () => {
    const signPsbt = vi.fn(({ psbtHex }: { psbtHex: string }) => `${psbtHex}ff`);
    const items = ['70', '71'].map((hex) => ({ hex, inputs: psbt }));
    expect(await metaletOf({}, { signPsbt }).signPsbts(items)).toEqual(['70ff', '71ff']);
    expect(signPsbt).toHaveBeenCalledTimes(2);
  });
  it.each([
    ['canceled', 'cancelled'],
    ['not-connected', 'not-connected'],
  ])('a PSBT answered with %s is a refusal in just that word', async (status, kind) => {
    const wallet = metaletOf({}, { signPsbt: { status }, signMessage: { status } });
    const refused = { name: 'WalletError', kind, message: status };
    await expect(wallet.signPsbt('70', psbt)).rejects.toMatchObject(refused);
    await expect(wallet.signPsbts([{ hex: '70', inputs: psbt }])).rejects.toMatchObject(refused);
    // Of a message it is told in a sentence.
    await expect(wallet.signMessage('x', 'ecdsa')).rejects.toThrow(/^[A-Z].+\.$/);
  });
  it('a PSBT answered with another status is a refusal in a sentence', async () => {
    const wallet = metaletOf({}, { signPsbt: { status: 'locked' } });
    await expect(wallet.signPsbt('70', psbt)).rejects.toThrow('The wallet is locked.');
  });
  it('rejects with plain strings', async () => {
    const signMessage = (): PromiseLike<string> => ({
      then: (_, refuse) => Promise.resolve().then(() => refuse?.('Something inside')) as Promise<never>,
    });
    const more = { btc: { signMessage } };
    await expect(metaletOf({}, {}, more).signMessage('x', 'ecdsa')).rejects.toThrow('Something inside');
  });
  it('does not lose a second signature while the first pop-up is open', async () => {
    let open = false;
    const signMessage = async (text: string): Promise<string> => {
      // The wallet drops a second pop-up of the same kind unanswered.
      if (open) return new Promise(() => undefined);
      open = true;
      await new Promise((resolve) => setTimeout(resolve, 5));
      open = false;
      return `${text}!`;
    };
    const wallet = metaletOf({}, {}, { btc: { signMessage } });
    expect(await Promise.all(['a', 'b'].map((text) => wallet.signMessage(text, 'ecdsa')))).toEqual([
      'a!',
      'b!',
    ]);
  });
  it('does not wait for an inscription, whose answer never comes, but hears a refusal', async () => {
    const silent = { inscribeTransfer: () => new Promise(() => undefined), signMessage: 'c2ln' };
    const wallet = metaletOf({}, silent);
    expect(await wallet.inscribeTransfer('ordi', '5')).toBeUndefined();
    expect(await wallet.signMessage('x', 'ecdsa')).toBe('c2ln');
    const refused = metaletOf({}, { inscribeTransfer: { status: 'not-connected' } });
    expect(await kindOf(refused.inscribeTransfer('ordi', '5'))).toBe('not-connected');
  });
  it('never detaches a handler, for that would detach them all', () => {
    const handlers = new Map<string, ((payload: unknown) => void)[]>();
    const removeListener = vi.fn();
    const on = (name: string, handler: (payload: unknown) => void): void => {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    };
    const wallet = metaletOf({}, {}, { on, removeListener });
    const seen: [string, unknown][] = [];
    const watcher = (actor: string) => ({
      account: (one: unknown) => seen.push([actor, one]),
      network: (one: unknown) => seen.push([actor, one]),
    });
    const tell = (name: string, payload: unknown): void =>
      handlers.get(name)?.forEach((handler) => handler(payload));
    const stop = wallet.watch(watcher('first'));
    wallet.watch(watcher('second'));
    tell('accountsChanged', { mvcAddress: '1mvc', btcAddress: 'bc1qnew' });
    stop();
    tell('networkChanged', 'mainnet');
    expect(seen).toEqual([
      ['first', 'bc1qnew'],
      ['second', 'bc1qnew'],
      ['second', 'livenet'],
    ]);
    expect(handlers.get('accountsChanged')).toHaveLength(1);
    expect(removeListener).not.toHaveBeenCalled();
  });
});
