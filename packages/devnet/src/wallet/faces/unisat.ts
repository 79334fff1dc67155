/** `window.unisat`: the real wallet's methods, answers, errors and events (wallets §4). */
import type { Network } from '@rialto/protocols';
import * as acts from '../acts.ts';
import { createEvents } from '../events.ts';
import type { Events } from '../events.ts';
import type { MessageType } from '../message.ts';
import { readSignOptions } from '../psbt-signing.ts';
import type { DemoWallet } from '../wallet.ts';
import { INTERNAL, invalid, NO_METHOD, ProviderError, wordsOf } from '../wallet-error.ts';
import { fieldOf, guarded } from './face.ts';
import type { MakeFace, Methods } from './face.ts';

const VERSION = '1.7.4';

/** Our networks by the names of the wallet's chains; testnet is the chain its old switch leads to. */
const CHAINS: Readonly<Record<Network, { enum: string; name: string; network: string }>> = {
  livenet: { enum: 'BITCOIN_MAINNET', name: 'Bitcoin', network: 'livenet' },
  testnet: { enum: 'BITCOIN_TESTNET', name: 'Bitcoin Testnet', network: 'testnet' },
  regtest: { enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: 'regtest' },
};

export const makeUnisat: MakeFace = (wallet, guard) => {
  const methods = {
    ...accountMethods(wallet),
    ...networkMethods(wallet),
    ...signingMethods(wallet),
    ...chainMethods(wallet),
  };
  const unisat = { ...guarded(methods, guard, explain), ...eventsOf(wallet) };
  return { unisat, unisat_wallet: unisat };
};

/** It rejects with an error that has a code, never with anything else. */
function explain(thrown: unknown): never {
  throw thrown instanceof ProviderError ? thrown : new ProviderError(INTERNAL, wordsOf(thrown));
}

function eventsOf(wallet: DemoWallet): Pick<Events, 'on' | 'removeListener'> {
  const events = createEvents();
  const tellAccounts = (): void =>
    events.emit('accountsChanged', wallet.isConnected() ? [wallet.current().address] : []);
  wallet.onChange((change) => {
    if (change === 'network') events.emit('networkChanged', CHAINS[wallet.network()].network);
    tellAccounts();
    if (change === 'disconnect') events.emit('disconnect', undefined);
  });
  return { on: events.on, removeListener: events.removeListener };
}

function accountMethods(wallet: DemoWallet): Methods {
  return {
    requestAccounts: async () => {
      await acts.letIn(wallet);
      return [wallet.current().address];
    },
    getAccounts: () => (wallet.isConnected() ? [wallet.current().address] : []),
    getPublicKey: async () => {
      await acts.letIn(wallet);
      return wallet.current().publicKeyHex;
    },
    getBalance: async () => {
      await acts.letIn(wallet);
      return acts.balance(wallet);
    },
    disconnect: () => wallet.setConnected(false),
    getVersion: () => VERSION,
    isAtomicalsEnabled: () => false,
  };
}

function networkMethods(wallet: DemoWallet): Methods {
  const go = async (requested: unknown, by: 'enum' | 'network'): Promise<Network> => {
    const networks = ['livenet', 'testnet', 'regtest'] as const;
    const to = networks.find((network) => CHAINS[network][by] === requested);
    // The other testnets are the same to us.
    const network =
      to ?? (requested === 'BITCOIN_TESTNET4' || requested === 'BITCOIN_SIGNET' ? 'testnet' : undefined);
    if (network === undefined) throw new ProviderError(NO_METHOD, `unknown network ${String(requested)}`);
    await acts.switchTo(wallet, network);
    return network;
  };
  return {
    getNetwork: () => CHAINS[wallet.network()].network,
    switchNetwork: async (name) => CHAINS[await go(name, 'network')].network,
    getChain: () => CHAINS[wallet.network()],
    switchChain: async (name) => CHAINS[await go(name, 'enum')],
  };
}

function signingMethods(wallet: DemoWallet): Methods {
  const sign = async (psbts: readonly unknown[], options: readonly unknown[]): Promise<string[]> => {
    await acts.letIn(wallet);
    const account = wallet.current();
    return acts.signAll(
      wallet,
      psbts.map((psbt, at) => ({ psbt, options: readSignOptions(options[at], account) })),
    );
  };
  return {
    signMessage: async (text, type) => {
      await acts.letIn(wallet);
      return acts.signText(wallet, text, messageType(type));
    },
    signPsbt: async (psbt, options) => (await sign([psbt], [options]))[0],
    signPsbts: (psbts, options) => {
      if (!Array.isArray(psbts)) throw invalid('psbtHexs is not an array');
      // It reads the options of each with no guard: an array that is missing or short is a crash inside.
      if (!Array.isArray(options) || options.length < psbts.length)
        throw new ProviderError(INTERNAL, "Cannot read properties of undefined (reading 'autoFinalized')");
      return sign(psbts, options);
    },
  };
}

export function messageType(given: unknown): MessageType {
  if (given === undefined || given === '' || given === 'ecdsa') return 'ecdsa';
  if (given === 'bip322-simple') return 'bip322-simple';
  throw invalid('unknown message type');
}

function chainMethods(wallet: DemoWallet): Methods {
  return {
    pushTx: (given) => {
      const raw = typeof given === 'string' ? given : fieldOf(given, 'rawtx');
      if (typeof raw !== 'string') throw invalid('rawtx is not a string');
      return wallet.backend.send(raw);
    },
    pushPsbt: (psbt) => acts.push(wallet, psbt),
    inscribeTransfer: async (ticker, given) => {
      await acts.letIn(wallet);
      const asked = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
      return acts.inscribeTransfer(wallet, ticker, asked === '' ? undefined : asked);
    },
  };
}
