// @vitest-environment jsdom
/** The faces have the manners of the real wallets, the odd ones too: an adapter proven against a polite fake proves nothing. */
import { Transaction } from '@scure/btc-signer';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '@rialto/protocols';
import type { WalletAccount } from '../src/wallet/accounts.ts';
import { NO_GUARD } from '../src/wallet/faces/face.ts';
import type { Face } from '../src/wallet/faces/face.ts';
import { MAKERS } from '../src/wallet/faces/faces.ts';
import { openMemory } from '../src/wallet/memory.ts';
import { createWallet } from '../src/wallet/wallet.ts';
import type { DemoWallet } from '../src/wallet/wallet.ts';

type Call = (...args: unknown[]) => Promise<unknown>;
type Provider = Record<string, Call> & { btc: Record<string, Call>; on: Call; removeListener: Call };

let shown: string[];
let answer: (title: string) => Promise<boolean>;

function faceOf(face: Face): { wallet: DemoWallet; provider: Provider } {
  const request = ({ title }: { title: string }): Promise<boolean> => {
    shown.push(title);
    return answer(title);
  };
  const nothing = (): Promise<never> => Promise.reject(new Error('no chain here'));
  const wallet = createWallet({
    memory: openMemory(localStorage, '?demoSeed=faces', face),
    backend: {
      coins: () => Promise.resolve([]),
      send: nothing,
      sendPackage: nothing,
      mine: nothing,
      faucet: nothing,
      mvc: nothing,
    },
    approvals: { request, askText: async (card) => ((await request(card)) ? '5' : undefined) },
    networks: ['livenet', 'testnet'],
  });
  const made = MAKERS[face](wallet, NO_GUARD);
  const okx: unknown = Reflect.get(Object(made['okxwallet']), 'bitcoin');
  const object = made['unisat'] ?? made['metaidwallet'] ?? okx;
  return { wallet, provider: object as Provider };
}

/** What became of a call, one moment later. */
async function state(call: Promise<unknown> | undefined): Promise<string> {
  const later = new Promise<string>((resolve) => setTimeout(() => resolve('unsettled'), 30));
  const settled = call?.then(
    (value) => `answered ${JSON.stringify(value)}`,
    (error: unknown) => `rejected ${typeof error}`,
  );
  return Promise.race([settled ?? 'no such call', later]);
}

function halfSale(account: WalletAccount): string {
  const tx = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: account.script, amount: 546n };
  tx.addInput({ txid: '11'.repeat(32), index: 1, witnessUtxo, sighashType: 0x83 });
  tx.addOutput({ script: account.script, amount: 50_000n });
  return bytesToHex(tx.toPSBT(0));
}

beforeEach(() => {
  localStorage.clear();
  shown = [];
  answer = () => Promise.resolve(true);
});

describe('Metalet', () => {
  it('answers a refusal, a site it does not know, and rejects its own errors with a plain string', async () => {
    const { provider } = faceOf('metalet');
    expect(await state(provider.btc['getAddress']?.())).toBe('answered {"status":"not-connected"}');
    answer = () => Promise.resolve(false);
    expect(await state(provider['connect']?.())).toBe('answered {"status":"canceled"}');
    answer = () => Promise.resolve(true);
    await provider['connect']?.();
    expect(await state(provider.btc['signPsbt']?.({ psbtHex: 'zz' }))).toBe('rejected string');
  });
  it('drops a second pop-up of a kind unanswered, and never answers an inscription', async () => {
    const { provider } = faceOf('metalet');
    await provider['connect']?.();
    answer = () => new Promise((resolve) => setTimeout(() => resolve(true), 10));
    const first = provider.btc['signMessage']?.('a');
    const second = provider.btc['signMessage']?.('b');
    expect(await state(first)).toMatch(/^answered/);
    expect(await state(second)).toBe('unsettled');
    expect(await state(provider.btc['signMessage']?.('c'))).toMatch(/^answered/);
    expect(await state(provider.btc['inscribeTransfer']?.('ordi'))).toBe('unsettled');
  });
  it('goes to a network named in an object, and toggles at a plain text', async () => {
    const { provider, wallet } = faceOf('metalet');
    await provider['connect']?.();
    await provider['switchNetwork']?.({ network: 'mainnet' });
    expect(wallet.network()).toBe('livenet');
    await provider['switchNetwork']?.('mainnet');
    expect(wallet.network()).toBe('testnet');
    expect(await provider['getNetwork']?.()).toEqual({ network: 'testnet' });
  });
  it('has no signPsbts, and takes every handler of a name off at once', async () => {
    const { provider, wallet } = faceOf('metalet');
    expect(provider.btc['signPsbts']).toBeUndefined();
    await provider['connect']?.();
    const heard: unknown[] = [];
    const mine = (payload: unknown): number => heard.push(payload);
    void provider.on('accountsChanged', mine);
    void provider.on('accountsChanged', (payload: unknown) => heard.push(payload));
    wallet.choose(1);
    expect(heard).toHaveLength(2);
    void provider.removeListener('accountsChanged', mine);
    wallet.choose(2);
    expect(heard).toHaveLength(2);
  });
  it('leaves a list unfinished unless told otherwise, and finishes without one', async () => {
    const { provider, wallet } = faceOf('metalet');
    await provider['connect']?.();
    const psbtHex = halfSale(wallet.current());
    const isFinal = async (options: object): Promise<boolean> => {
      const signed = String(await provider.btc['signPsbt']?.({ psbtHex, options }));
      return Transaction.fromPSBT(hexToBytes(signed)).getInput(0).finalScriptWitness !== undefined;
    };
    const toSignInputs = [{ index: 0, sighashTypes: [0x83], address: 'somebody else' }];
    expect(await isFinal({ toSignInputs })).toBe(false);
    expect(await isFinal({ toSignInputs, autoFinalized: true })).toBe(true);
    expect(await isFinal({})).toBe(true);
    expect(await isFinal({ autoFinalized: false })).toBe(false);
  });
});

describe('OKX', () => {
  it('has half a key beside the whole one on taproot, and tells of one change twice', async () => {
    const { provider, wallet } = faceOf('okx');
    wallet.choose(1);
    const account = await provider['connect']?.();
    expect(account).toMatchObject({ compressedPublicKey: wallet.current().publicKeyHex });
    expect(String(Reflect.get(Object(account), 'publicKey'))).toHaveLength(64);
    const heard: unknown[] = [];
    void provider.on('accountChanged', (payload: unknown) => heard.push(payload));
    void provider.on('accountsChanged', (payload: unknown) => heard.push(payload));
    wallet.setConnected(false);
    expect(heard).toEqual([null, []]);
    expect(provider['switchNetwork']).toBeUndefined();
    expect(await state(provider['signMessage']?.('x', 'ecdsa'))).toBe('rejected object');
  });
});

describe('UniSat', () => {
  it('rejects with codes, and breaks on options that are not an array', async () => {
    const { provider } = faceOf('unisat');
    answer = () => Promise.resolve(false);
    await expect(provider['requestAccounts']?.()).rejects.toMatchObject({ code: 4001 });
    answer = () => Promise.resolve(true);
    await provider['requestAccounts']?.();
    await expect(provider['signPsbts']?.(['70'], {})).rejects.toMatchObject({ code: -32603 });
  });
});
