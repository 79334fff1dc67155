/** UniSat, and the demo wallet of the private chain, which speaks the same words (wallets reference, section 4). */
import { createProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { problemOf } from './wallet-problem.ts';
import { WalletError } from './wallet.ts';
import type { Account, Wallet, WalletId } from './wallet.ts';

/** UniSat injects early, but not always before us. */
const ARRIVAL_MS = 1_000;
const LOOK_EVERY_MS = 50;

export interface UnisatFace {
  readonly id: WalletId;
  readonly name: string;
  /** The injected object, when it is this face's. */
  readonly find: () => unknown;
}

export function createUnisat(face: UnisatFace, provider: Provider = createProvider(face.find)): Wallet {
  return {
    id: face.id,
    name: face.name,
    installed: () => arrives(face.find),
    connect: async () => {
      const address = firstText(await provider.ask('requestAccounts'));
      if (address === undefined) throw problemOf('not-connected');
      return await accountOf(provider, address);
    },
    reconnect: async () => {
      const address = firstText(await provider.read('getAccounts'));
      return address === undefined ? undefined : await accountOf(provider, address);
    },
    network: async () => text(await provider.read('getNetwork')),
    switchNetwork: async (to) => {
      await provider.ask('switchNetwork', to);
    },
    signMessage: async (message, type) => text(await provider.ask('signMessage', message, type)),
    signPsbt: async (hex, inputs) => {
      const toSignInputs = inputs.map((input) => ({ ...input, sighashTypes: [...input.sighashTypes] }));
      return text(await provider.ask('signPsbt', hex, { autoFinalized: false, toSignInputs }));
    },
    inscribeTransfer: async (tick, amount) => idOf(await provider.ask('inscribeTransfer', tick, amount)),
    disconnect: async () => {
      // Old versions have no such call; the site forgets the account either way.
      await provider.read('disconnect').catch(() => undefined);
    },
    watch: ({ account, network }) => {
      const offs = [
        provider.on('accountsChanged', (accounts) => account(firstText(accounts))),
        provider.on('networkChanged', (name) => network(typeof name === 'string' ? name : '')),
      ];
      return () => offs.forEach((off) => off());
    },
  };
}

async function accountOf(provider: Provider, address: string): Promise<Account> {
  return { address, publicKey: text(await provider.read('getPublicKey')) };
}

async function arrives(find: () => unknown): Promise<boolean> {
  const until = Date.now() + ARRIVAL_MS;
  while (find() === undefined) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return true;
}

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new WalletError('other', 'The wallet gave an answer this page does not understand.');
}

function firstText(list: unknown): string | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** UniSat writes `<txid>i0`; a colon becomes `i` (decision 22). */
function idOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const id: unknown = Reflect.get(answer, 'inscriptionId');
  return typeof id === 'string' ? id.replace(':', 'i') : undefined;
}
