/** UniSat (wallets §4): rejects with codes; options of several PSBTs come as an array of the same length. */
import type { Network } from '@rialto/protocols';
import { optionsFor, orElse } from './asking.ts';
import { arrives, compressedKey, firstText, numberIn, text, texts } from './answers.ts';
import { inner } from '../unknown.ts';
import { createProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { walletErrorFor } from './wallet-error.ts';
import type { Account, Wallet } from './wallet.ts';

/** The wallet's chains that are ours. Fractal calls itself `livenet` too, so the chain is asked for first. */
const NETWORKS: ReadonlyMap<unknown, Network> = new Map([
  ['BITCOIN_MAINNET', 'livenet'],
  ['BITCOIN_TESTNET', 'testnet'],
  ['BITCOIN_TESTNET4', 'testnet'],
  ['BITCOIN_SIGNET', 'testnet'],
  ['BITCOIN_REGTEST', 'regtest'],
]);

const CHAINS: Readonly<Record<Network, string>> = {
  livenet: 'BITCOIN_MAINNET',
  testnet: 'BITCOIN_TESTNET4',
  regtest: 'BITCOIN_REGTEST',
};

/** @param root where the wallet injects itself: the window, or the demo wallet */
export function createUnisat(root: () => unknown, given?: Provider): Wallet {
  const find = (): unknown => inner(root(), 'unisat');
  const provider = given ?? createProvider(find, 'Unisat');
  return {
    face: 'unisat',
    can: { mvc: false, bip322: true, batch: true, signingKey: 'output', inscribeAmount: true },
    installed: () => arrives(find),
    ...accounts(provider),
    ...networks(provider),
    ...signatures(provider),
    watch: ({ account, network }) => {
      const again = (name: unknown): void => {
        networks(provider)
          .network()
          .then(network, () => network(String(name)));
      };
      const offs = [
        provider.on('accountsChanged', (list) => account(firstText(list))),
        provider.on('networkChanged', again),
      ];
      return () => offs.forEach((off) => off());
    },
  };
}

function accounts(provider: Provider): Pick<Wallet, 'connect' | 'reconnect' | 'disconnect' | 'balance'> {
  const accountOf = async (address: string): Promise<Account> => ({
    address,
    publicKey: compressedKey(await provider.read('getPublicKey')),
  });
  return {
    connect: async () => {
      const address = firstText(await provider.request('requestAccounts'));
      if (address === undefined) throw walletErrorFor('not-connected');
      return await accountOf(address);
    },
    reconnect: async () => {
      const address = firstText(await provider.read('getAccounts'));
      return address === undefined ? undefined : await accountOf(address);
    },
    disconnect: async () => {
      // Old versions have no such call; the site forgets the account either way.
      await provider.read('disconnect').catch(() => undefined);
    },
    balance: async () => numberIn(await provider.read('getBalance'), 'total'),
  };
}

function networks(provider: Provider): {
  network: Wallet['network'];
  switchNetwork(to: Network): Promise<void>;
} {
  return {
    network: async () => {
      const answer = await orElse(provider.read('getChain'), () => provider.read('getNetwork'));
      const chain = inner(answer, 'enum') ?? answer;
      return NETWORKS.get(chain) ?? text(chain);
    },
    switchNetwork: async (to) => {
      await orElse(provider.request('switchChain', CHAINS[to]), () => provider.request('switchNetwork', to));
    },
  };
}

type Signatures = Pick<Wallet, 'signMessage' | 'signPsbt' | 'signPsbts' | 'inscribeTransfer' | 'pushPsbt'>;

function signatures(provider: Provider): Signatures {
  return {
    signMessage: async (message, type) => text(await provider.request('signMessage', message, type)),
    signPsbt: async (hex, inputs) => text(await provider.request('signPsbt', hex, optionsFor(inputs))),
    signPsbts: async (items) => {
      const hexes = items.map((item) => item.hex);
      const options = items.map((item) => optionsFor(item.inputs));
      return texts(await provider.request('signPsbts', hexes, options), items.length);
    },
    inscribeTransfer: async (tick, amount) => {
      const answer = await provider.request('inscribeTransfer', tick, amount);
      const id = inner(answer, 'inscriptionId');
      // A colon becomes `i` (rules §22).
      return typeof id === 'string' ? id.replace(':', 'i') : undefined;
    },
    pushPsbt: async (hex) => text(await provider.request('pushPsbt', hex)),
  };
}
