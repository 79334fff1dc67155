/** `window.metaidwallet`: refusals as answers, errors as plain strings, dropped pop-ups, a silent inscription (wallets §6). */
import type { Network } from '@rialto/protocols';
import { hash160, mvcAddress } from '@rialto/mvc';
import * as acts from '../acts.ts';
import { readSignOptions } from '../psbt-signing.ts';
import type { SignOptions } from '../psbt-signing.ts';
import type { DemoWallet } from '../wallet.ts';
import { ProviderError, USER_REJECTED, wordsOf } from '../wallet-error.ts';
import { fieldOf, guarded } from './face.ts';
import { BareText, mvcSigning } from './metalet-mvc.ts';
import { isTokenTransfer, transferToken } from './metalet-transfer.ts';
import type { MakeFace, Method, Methods } from './face.ts';

const THEIRS: Readonly<Record<Network, string>> = {
  livenet: 'mainnet',
  testnet: 'testnet',
  regtest: 'regtest',
};

export const makeMetalet: MakeFace = (wallet, guard) => {
  const popups = createPopups();
  const signing = mvcSigning(wallet, { requireConnected, popups });
  const top = { ...siteMethods(wallet, popups), ...networkMethods(wallet), ...signing };
  const btc = { ...accountMethods(wallet), ...signingMethods(wallet, popups) };
  return {
    metaidwallet: {
      ...guarded(top, guard, explain),
      ...eventsOf(wallet),
      btc: guarded(btc, guard, explain, 'btc.'),
      token: guarded({ getBalance: () => [] }, guard, explain, 'token.'),
    },
  };
};

/** A refusal does not reject: it is an answer. Anything thrown inside rejects with a plain string. */
function explain(thrown: unknown): unknown {
  if (thrown instanceof ProviderError && thrown.code === USER_REJECTED) return { status: 'canceled' };
  if (thrown instanceof BareText) return { error: undefined };
  if (thrown instanceof Status) return { status: thrown.message };
  // A rejection that is no Error is the wallet's manner; `then` says so without throwing one.
  return { then: (_: unknown, reject: (reason: unknown) => void) => reject(wordsOf(thrown)) };
}

export class Status extends Error {}

function requireConnected(wallet: DemoWallet): void {
  if (!wallet.isConnected()) throw new Status('not-connected');
}

type Popups = (kind: string, work: () => Promise<unknown>) => Promise<unknown>;

/** A second pop-up of a kind that is open already is dropped, and nobody ever answers its call. */
function createPopups(): Popups {
  const open = new Set<string>();
  return async (kind, work) => {
    if (open.has(kind)) return new Promise(() => undefined);
    open.add(kind);
    try {
      return await work();
    } finally {
      open.delete(kind);
    }
  };
}

const mvcAddressOf = (wallet: DemoWallet): string =>
  mvcAddress(hash160(wallet.current().publicKey), wallet.network());

interface Listening {
  on(name: string, handler: (payload: unknown) => void): void;
  /** Removes every handler of the name, whoever attached it. */
  removeListener(name: string): void;
}

function eventsOf(wallet: DemoWallet): Listening {
  const handlers = new Map<string, ((payload: unknown) => void)[]>();
  const emit = (name: string, payload: unknown): void =>
    handlers.get(name)?.forEach((handler) => handler(payload));
  wallet.onChange((change) => {
    const accounts = { mvcAddress: mvcAddressOf(wallet), btcAddress: wallet.current().address };
    if (change === 'network') emit('networkChanged', THEIRS[wallet.network()]);
    if (change === 'account') emit('accountsChanged', accounts);
  });
  return {
    on: (name, handler) => {
      handlers.set(name, [...(handlers.get(name) ?? []), handler]);
    },
    removeListener: (name) => {
      handlers.delete(name);
    },
  };
}

function siteMethods(wallet: DemoWallet, popups: Popups): Methods {
  return {
    connect: async () => {
      await acts.letIn(wallet);
      return { address: mvcAddressOf(wallet) };
    },
    isConnected: () => wallet.isConnected(),
    disconnect: () => {
      wallet.setConnected(false);
      return { status: 'ok' };
    },
    getAddress: () => {
      requireConnected(wallet);
      return mvcAddressOf(wallet);
    },
    getPublicKey: () => {
      requireConnected(wallet);
      return wallet.current().publicKeyHex;
    },
    // Of MVC it knows what its own servers know, and those do not see a private chain: nothing is there.
    getBalance: () => ({ total: 0, confirmed: 0, unconfirmed: 0 }),
    getUtxos: () => [],
    transfer: (params) => {
      // SPACE it would pay from coins that its servers know.
      if (!isTokenTransfer(params)) throw new Status('not-supported');
      requireConnected(wallet);
      return popups('transfer', () => transferToken(wallet, params));
    },
  };
}

function networkMethods(wallet: DemoWallet): Methods {
  const networks = ['livenet', 'testnet', 'regtest'] as const;
  return {
    getNetwork: () => ({ network: THEIRS[wallet.network()] }),
    switchNetwork: async (request) => {
      requireConnected(wallet);
      const named = networks.find((network) => THEIRS[network] === fieldOf(request, 'network'));
      // An argument it cannot read, such as a plain text, toggles.
      const other = wallet.network() === 'livenet' ? 'testnet' : 'livenet';
      await acts.switchTo(wallet, named ?? other);
      return { status: 'ok', network: THEIRS[wallet.network()], address: mvcAddressOf(wallet) };
    },
  };
}

function accountMethods(wallet: DemoWallet): Methods {
  const asConnected =
    (read: () => unknown): Method =>
    () => {
      requireConnected(wallet);
      return read();
    };
  return {
    connect: async () => {
      await acts.letIn(wallet);
      const { address, publicKeyHex } = wallet.current();
      return { address, pubKey: publicKeyHex };
    },
    getAddress: asConnected(() => wallet.current().address),
    getAddressType: asConnected(() => wallet.current().kind.toUpperCase()),
    getPublicKey: asConnected(() => wallet.current().publicKeyHex),
    getBalance: asConnected(() => acts.balance(wallet)),
    pushPsbt: (psbt) => acts.push(wallet, psbt),
  };
}

/** There is no `signPsbts`. */
function signingMethods(wallet: DemoWallet, popups: Popups): Methods {
  return {
    signMessage: (text) => {
      requireConnected(wallet);
      return popups('signMessage', () => acts.signText(wallet, text, 'ecdsa'));
    },
    signPsbt: (params) => {
      requireConnected(wallet);
      const request = {
        psbt: fieldOf(params, 'psbtHex'),
        options: optionsOf(wallet, fieldOf(params, 'options')),
      };
      return popups('signPsbt', async () => (await acts.signAll(wallet, [request]))[0]);
    },
    inscribeTransfer: (tick) => {
      requireConnected(wallet);
      // The window opens; the page never gets an answer, whatever the user does.
      acts.inscribeTransfer(wallet, tick, undefined).catch(() => undefined);
      return new Promise(() => undefined);
    },
  };
}

/** Address and key of an entry are ignored, a list without `autoFinalized` is left unfinished, and leaves are signed with the tweaked key. */
function optionsOf(wallet: DemoWallet, given: unknown): SignOptions {
  const account = wallet.current();
  const listed = fieldOf(given, 'toSignInputs');
  if (!Array.isArray(listed)) return { ...readSignOptions(given, account), leafKey: 'output' };
  const entries: unknown[] = listed;
  const toSignInputs = entries.map((entry) => ({
    index: fieldOf(entry, 'index'),
    sighashTypes: fieldOf(entry, 'sighashTypes'),
    address: account.address,
  }));
  const options = { autoFinalized: fieldOf(given, 'autoFinalized') === true, toSignInputs };
  return { ...readSignOptions(options, account), leafKey: 'output' };
}
