/** `window.okxwallet.bitcoin`: the real wallet's methods, key forms, errors and events (wallets §5). */
import { bytesToHex } from '@rialto/protocols';
import * as acts from '../acts.ts';
import { createEvents } from '../events.ts';
import type { Events } from '../events.ts';
import { readSignOptions } from '../psbt-signing.ts';
import type { DemoWallet } from '../wallet.ts';
import { INVALID_PARAMS, invalid, ProviderError, wordsOf } from '../wallet-error.ts';
import { fieldOf, guarded } from './face.ts';
import type { MakeFace, Methods } from './face.ts';
import { messageType } from './unisat.ts';

const INSCRIBE_BRC20 = 51;

export const makeOkx: MakeFace = (wallet, guard) => {
  const signing = signingMethods(wallet);
  const accounts = accountMethods(wallet);
  const all = { ...accounts, ...signing, ...chainMethods(wallet) };
  const bitcoin = { ...guarded(all, guard, explain), ...eventsOf(wallet) };
  // The other networks' objects know four calls; this product uses none of them.
  const { connect } = accounts;
  const four = connect === undefined ? signing : { connect, ...signing };
  const bitcoinTestnet = guarded(four, guard, explain, 'testnet.');
  return { okxwallet: { bitcoin, bitcoinTestnet } };
};

function explain(thrown: unknown): never {
  throw thrown instanceof ProviderError ? thrown : new Error(wordsOf(thrown));
}

interface Account {
  readonly address: string;
  readonly publicKey: string;
  readonly compressedPublicKey: string;
}

/** x-only on taproot, with the compressed form beside it. */
function accountOf(wallet: DemoWallet): Account {
  const { address, kind, internalKey, publicKeyHex } = wallet.current();
  const publicKey = kind === 'p2tr' ? bytesToHex(internalKey) : publicKeyHex;
  return { address, publicKey, compressedPublicKey: publicKeyHex };
}

function eventsOf(wallet: DemoWallet): Pick<Events, 'on' | 'removeListener'> {
  const events = createEvents();
  wallet.onChange(() => {
    const connected = wallet.isConnected();
    events.emit('accountChanged', connected ? accountOf(wallet) : null);
    events.emit('accountsChanged', connected ? [wallet.current().address] : []);
  });
  return { on: events.on, removeListener: events.removeListener };
}

/** Calls of a site that is not connected are errors; only `connect` and `requestAccounts` open its pop-up. */
function requireConnected(wallet: DemoWallet): void {
  if (!wallet.isConnected()) throw new ProviderError(INVALID_PARAMS, 'The site is not connected.');
}

function accountMethods(wallet: DemoWallet): Methods {
  return {
    connect: async () => {
      await acts.letIn(wallet);
      return accountOf(wallet);
    },
    requestAccounts: async () => {
      await acts.letIn(wallet);
      return [wallet.current().address];
    },
    getAccounts: () => (wallet.isConnected() ? [wallet.current().address] : []),
    getPublicKey: () => {
      requireConnected(wallet);
      return accountOf(wallet).publicKey;
    },
    getNetwork: () => wallet.network(),
    getBalance: () => {
      requireConnected(wallet);
      return acts.balance(wallet);
    },
    disconnect: () => wallet.setConnected(false),
  };
}

function signingMethods(wallet: DemoWallet): Methods {
  const sign = (psbts: readonly unknown[], options: readonly unknown[]): Promise<string[]> => {
    requireConnected(wallet);
    const account = wallet.current();
    // By a leaf it signs with the plain key whatever the page asks for.
    const requests = psbts.map((psbt, at) => ({
      psbt,
      options: { ...readSignOptions(options[at], account), leafKey: 'internal' as const },
    }));
    return acts.signAll(wallet, requests);
  };
  return {
    signMessage: (text, type) => {
      requireConnected(wallet);
      return acts.signText(wallet, text, messageType(type));
    },
    signPsbt: async (psbt, options) => (await sign([psbt], [options]))[0],
    signPsbts: (psbts, options) => {
      if (!Array.isArray(psbts) || !Array.isArray(options)) throw invalid('two arrays are needed');
      return sign(psbts, options);
    },
  };
}

function chainMethods(wallet: DemoWallet): Methods {
  return {
    pushPsbt: (psbt) => acts.push(wallet, psbt),
    pushTx: (raw) => wallet.backend.send(String(raw)),
    sendPsbt: async (items) => {
      const first: unknown = Array.isArray(items) ? items[0] : undefined;
      const txid = await acts.push(wallet, fieldOf(first, 'signedTx'));
      return [{ [String(fieldOf(first, 'itemId'))]: txid }];
    },
    inscribe: async (request) => {
      requireConnected(wallet);
      if (fieldOf(request, 'type') !== INSCRIBE_BRC20) throw invalid('unknown type');
      if (fieldOf(request, 'from') !== wallet.current().address) throw invalid('from is another address');
      // The amount is typed in the wallet; the answer is the reveal's txid.
      const { inscriptionId } = await acts.inscribeTransfer(wallet, fieldOf(request, 'tick'), undefined);
      return inscriptionId.slice(0, 64);
    },
  };
}
