/** Metalet (wallets §6): refusals are answers with a status; one PSBT at a time; detaching one handler detaches all. */
import type { Network } from '@rialto/protocols';
import { optionsFor } from './asking.ts';
import { arrives, compressedKey, numberIn, text, textIn } from './answers.ts';
import { inner } from '../unknown.ts';
import { createProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { WalletError } from './wallet.ts';
import type { Wallet, WalletEvents } from './wallet.ts';
import { t } from '../words.ts';

const THEIRS: Readonly<Record<Network, string>> = {
  livenet: 'mainnet',
  testnet: 'testnet',
  regtest: 'regtest',
};

/** @param root where the wallet injects itself: the window, or the demo wallet */
export function createMetalet(root: () => unknown, given?: Provider): Wallet {
  const find = (): unknown => inner(root(), 'metaidwallet');
  const provider = given ?? createProvider(find, 'Metalet');
  const watchers = createWatchers(provider);
  return {
    face: 'metalet',
    can: { mvc: true, bip322: false, batch: false, signingKey: 'output', inscribeAmount: false },
    installed: () => arrives(find),
    ...accounts(provider),
    network: async () => ours(textIn(await provider.read('getNetwork'), 'network')),
    switchNetwork: async (to) => {
      try {
        // An object: with a text the wallet toggles to wherever it is not.
        await provider.request('switchNetwork', { network: THEIRS[to] });
      } catch (error) {
        const isRefusal = error instanceof WalletError && error.kind === 'cancelled';
        throw isRefusal ? new WalletError('cancelled', t('Switch network canceled')) : error;
      }
    },
    ...signatures(provider),
    signMvc: async (toSign) => {
      const { signWithMetalet } = await import('./metalet-mvc.ts');
      return signWithMetalet(provider, toSign);
    },
    transferToken: async (transfer) => {
      const { transferWithMetalet } = await import('./metalet-mvc.ts');
      return transferWithMetalet(provider, transfer);
    },
    watch: (events) => watchers.add(events),
  };
}

function ours(name: string): string {
  return name === 'mainnet' ? 'livenet' : name;
}

type Accounts = Required<
  Pick<Wallet, 'connect' | 'reconnect' | 'disconnect' | 'balance' | 'mvcAddress' | 'mvcAccount'>
>;

function accounts(provider: Provider): Accounts {
  return {
    connect: async () => {
      // Lets the site in on both chains; the second call names the account on BTC.
      await provider.request('connect');
      const answer = await provider.request('btc.connect');
      return { address: textIn(answer, 'address'), publicKey: compressedKey(inner(answer, 'pubKey')) };
    },
    reconnect: async () => {
      if ((await provider.read('isConnected')) !== true) return undefined;
      const address = text(await provider.read('btc.getAddress'));
      return { address, publicKey: compressedKey(await provider.read('btc.getPublicKey')) };
    },
    disconnect: async () => {
      await provider.read('disconnect').catch(() => undefined);
    },
    balance: async () => numberIn(await provider.read('btc.getBalance'), 'total'),
    mvcAddress: async () => text(await provider.read('getAddress')),
    mvcAccount: async () => ({
      address: text(await provider.read('getAddress')),
      publicKey: compressedKey(await provider.read('getPublicKey')),
    }),
  };
}

type Signatures = Pick<Wallet, 'signMessage' | 'signPsbt' | 'signPsbts' | 'inscribeTransfer' | 'pushPsbt'>;

function signatures(provider: Provider): Signatures {
  const signPsbt: Wallet['signPsbt'] = async (psbtHex, inputs) => {
    const request = { psbtHex, options: optionsFor(inputs) };
    return text(await provider.request('btc.signPsbt', request).catch(throwStatus));
  };
  return {
    signMessage: async (message) => text(await provider.request('btc.signMessage', message)),
    signPsbt,
    signPsbts: async (items) => {
      const signed: string[] = [];
      for (const { hex, inputs } of items) signed.push(await signPsbt(hex, inputs));
      return signed;
    },
    inscribeTransfer: async (tick) => {
      // The amount is typed in the wallet, and no answer ever comes.
      await provider.start('btc.inscribeTransfer', tick);
      return undefined;
    },
    pushPsbt: async (hex) => text(await provider.request('btc.pushPsbt', hex)),
  };
}

/** Statuses that are shown as they are when a PSBT is answered with one (product §8). */
const THROWN = new Set(['canceled', 'not-connected']);

function throwStatus(error: unknown): never {
  if (error instanceof WalletError && error.status !== undefined && THROWN.has(error.status))
    throw new WalletError(error.kind, error.status, error.status);
  throw error;
}

/**
 * `removeListener` removes every handler of a name, whoever attached it: so one handler is attached
 * for the life of the page, and our watchers come and go behind it.
 */
function createWatchers(provider: Provider): { add(events: WalletEvents): () => void } {
  const watching = new Set<WalletEvents>();
  let attached = false;
  const attach = (): void => {
    attached = true;
    provider.on('accountsChanged', (account) => {
      const address = inner(account, 'btcAddress');
      const known = typeof address === 'string' && address !== '' ? address : undefined;
      for (const events of [...watching]) {
        events.account(known);
        events.mvc?.();
      }
    });
    provider.on('networkChanged', (name) => {
      for (const events of [...watching]) events.network(ours(String(name)));
    });
  };
  return {
    add: (events) => {
      if (!attached) attach();
      watching.add(events);
      return () => watching.delete(events);
    },
  };
}
