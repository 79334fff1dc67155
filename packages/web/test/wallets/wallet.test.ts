/** The adapter against a provider with UniSat's manners, and the normaliser against everybody's. */
import { describe, expect, it } from 'vitest';
import { createProvider } from '../../src/wallets/provider.ts';
import { createUnisat } from '../../src/wallets/unisat.ts';
import { walletErrorOf } from '../../src/wallets/wallet-error.ts';
import { WalletError } from '../../src/wallets/wallet.ts';

const KEY = `02${'a'.repeat(64)}`;

type Calls = [string, ...unknown[]][];

function fakeUnisat(more: Record<string, unknown> = {}): { calls: Calls; provider: Record<string, unknown> } {
  const calls: Calls = [];
  const answers: Record<string, unknown> = {
    requestAccounts: ['bcrt1qme'],
    getAccounts: [],
    getPublicKey: KEY,
    getNetwork: 'regtest',
    signMessage: 'c2ln',
    signPsbt: 'ff',
    inscribeTransfer: { inscriptionId: 'ab:0' },
  };
  const provider: Record<string, unknown> = {};
  for (const [name, answer] of Object.entries(answers)) {
    provider[name] = (...args: unknown[]) => {
      calls.push([name, ...args]);
      return Promise.resolve(answer);
    };
  }
  return { calls, provider: { ...provider, ...more } };
}

const walletOf = (unisat: unknown, limits = { read: 50, popup: 50, start: 20 }) => {
  const root = (): unknown => ({ unisat });
  return createUnisat(
    root,
    createProvider(() => unisat, 'Unisat', limits),
  );
};
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof WalletError ? error.kind : 'foreign'),
  );

describe('UniSat', () => {
  it('connects with address and public key', async () => {
    expect(await walletOf(fakeUnisat().provider).connect()).toEqual({
      address: 'bcrt1qme',
      publicKey: KEY,
    });
  });
  it('asks silently, and knows when the site is not connected', async () => {
    const { calls, provider } = fakeUnisat();
    expect(await walletOf(provider).reconnect()).toBeUndefined();
    expect(calls.map(([name]) => name)).toEqual(['getAccounts']);
  });
  it('always says what to sign and never finalizes', async () => {
    const { calls, provider } = fakeUnisat();
    await walletOf(provider).signPsbt('70', [{ index: 0, address: 'bcrt1qme', sighashTypes: [0x83] }]);
    expect(calls).toEqual([
      [
        'signPsbt',
        '70',
        { autoFinalized: false, toSignInputs: [{ index: 0, address: 'bcrt1qme', sighashTypes: [131] }] },
      ],
    ]);
  });
  it('names the kind of signature', async () => {
    const { calls, provider } = fakeUnisat();
    await walletOf(provider).signMessage('text', 'bip322-simple');
    expect(calls).toEqual([['signMessage', 'text', 'bip322-simple']]);
  });
  it('writes inscription ids with an i', async () => {
    expect(await walletOf(fakeUnisat().provider).inscribeTransfer('ordi', '5')).toBe('abi0');
  });
  it('is not there, cannot do it, or does not answer', async () => {
    expect(await kindOf(walletOf(undefined).connect())).toBe('not-installed');
    expect(await kindOf(walletOf({}).connect())).toBe('unsupported');
    const silent = { requestAccounts: () => new Promise(() => undefined) };
    expect(await kindOf(walletOf(silent).connect())).toBe('timed-out');
  });
  it('hands out no account: not connected', async () => {
    expect(await kindOf(walletOf({ requestAccounts: () => Promise.resolve([]) }).connect())).toBe(
      'not-connected',
    );
  });
  it('does not take an object for a signature', async () => {
    const { provider } = fakeUnisat({ signMessage: () => Promise.resolve({}) });
    expect(await kindOf(walletOf(provider).signMessage('x', 'ecdsa'))).toBe('other');
  });
  it('opens one pop-up at a time, and goes on after a refusal', async () => {
    let open = 0;
    let most = 0;
    const sign = async (text: string): Promise<string> => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      if (text === 'no') throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
      return 'c2ln';
    };
    const wallet = walletOf({ signMessage: sign }, { read: 1_000, popup: 1_000, start: 20 });
    const work = ['yes', 'no', 'yes'].map((text) => kindOf(wallet.signMessage(text, 'ecdsa')));
    expect(await Promise.all(work)).toEqual(['none', 'cancelled', 'none']);
    expect(most).toBe(1);
  });
  it('says which extension is missing', async () => {
    await expect(walletOf(undefined).signMessage('x', 'ecdsa')).rejects.toThrow(
      'Please install the Unisat wallet extension first.',
    );
  });
  it('signs several at once, with options for each', async () => {
    const { calls, provider } = fakeUnisat();
    const input = { index: 1, address: 'bcrt1qme', sighashTypes: [1] };
    const signPsbts = (...args: unknown[]): Promise<string[]> => {
      calls.push(['signPsbts', ...args]);
      return Promise.resolve(['aa', 'bb']);
    };
    const wallet = walletOf({ ...provider, signPsbts });
    const items = [
      { hex: '70', inputs: [input] },
      { hex: '71', inputs: [] },
    ];
    expect(await wallet.signPsbts(items)).toEqual(['aa', 'bb']);
    expect(calls).toEqual([
      [
        'signPsbts',
        ['70', '71'],
        [
          { autoFinalized: false, toSignInputs: [input] },
          { autoFinalized: false, toSignInputs: [] },
        ],
      ],
    ]);
    expect(await kindOf(wallet.signPsbts(items.slice(0, 1)))).toBe('other');
  });
  it.each([
    ['BITCOIN_MAINNET', 'livenet'],
    ['BITCOIN_TESTNET4', 'testnet'],
    ['BITCOIN_SIGNET', 'testnet'],
    // Calls itself livenet, and is another chain.
    ['FRACTAL_BITCOIN_MAINNET', 'FRACTAL_BITCOIN_MAINNET'],
  ])('on the chain %s it is on %s', async (name, network) => {
    const { provider } = fakeUnisat({ getChain: () => Promise.resolve({ enum: name, network: 'livenet' }) });
    expect(await walletOf(provider).network()).toBe(network);
  });
  it('switches the chain, and in old versions the network', async () => {
    const calls: Calls = [];
    const note =
      (name: string) =>
      (...args: unknown[]): Promise<void> => {
        calls.push([name, ...args]);
        return Promise.resolve();
      };
    await walletOf({ switchChain: note('switchChain') }).switchNetwork?.('livenet');
    await walletOf({ switchNetwork: note('switchNetwork') }).switchNetwork?.('testnet');
    expect(calls).toEqual([
      ['switchChain', 'BITCOIN_MAINNET'],
      ['switchNetwork', 'testnet'],
    ]);
  });
  it('tells of changed accounts until it is told to stop', async () => {
    const handlers = new Map<string, (payload: unknown) => void>();
    const provider = {
      getNetwork: () => Promise.resolve('testnet'),
      on: (name: string, handler: (payload: unknown) => void) => handlers.set(name, handler),
      removeListener: (name: string) => handlers.delete(name),
    };
    const seen: unknown[] = [];
    const stop = walletOf(provider).watch({
      account: (one) => seen.push(one),
      network: (name) => seen.push(name),
    });
    handlers.get('accountsChanged')?.(['bcrt1qnew']);
    handlers.get('accountsChanged')?.([]);
    handlers.get('networkChanged')?.('testnet');
    await expect.poll(() => seen).toEqual(['bcrt1qnew', undefined, 'testnet']);
    stop();
    expect(handlers.size).toBe(0);
  });
});

describe('the normaliser', () => {
  it.each<[unknown, string]>([
    [{ code: 4001, message: 'User rejected the request.' }, 'cancelled'],
    [{ code: 4100, message: 'unauthorized' }, 'not-connected'],
    [{ code: 4900 }, 'not-connected'],
    [{ code: -32601 }, 'unsupported'],
    [{ code: -32603, message: 'Internal error' }, 'other'],
    ['user canceled', 'cancelled'],
    [new Error('Request denied'), 'cancelled'],
    [undefined, 'other'],
    [new WalletError('locked', 'x'), 'locked'],
  ])('%j is %s', (thrown, kind) => {
    expect(walletErrorOf(thrown).kind).toBe(kind);
  });
  it.each([
    ['canceled', 'cancelled'],
    ['locked', 'locked'],
    ['not-connected', 'not-connected'],
    ['no-wallets', 'not-connected'],
    ['not-logged-in', 'locked'],
    ['strange', 'other'],
  ])('an answer with status %s is %s', async (status, kind) => {
    const wallet = walletOf({ signPsbt: () => Promise.resolve({ status }) });
    expect(await kindOf(wallet.signPsbt('00', []))).toBe(kind);
  });
});
