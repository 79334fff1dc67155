/** Connect, sync and disconnect a wallet (specification, section 4). Wrong networks are switched once, wrong addresses refused. */
import { ADDRESS_PREFIX } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { call } from '../data/client.ts';
import { clearCredentials, credentialOf, dropCredential } from '../data/credentials.ts';
import { createStore, useStore } from '../store.ts';
import { walletById } from '../wallets/wallets.ts';
import { WalletError } from '../wallets/wallet.ts';
import type { Account, Wallet, WalletId } from '../wallets/wallet.ts';
import { connection, dropConnection, personOf, saveConnection } from './account.ts';

/** Whether the connect dialog is wanted; any screen may ask for it. */
const wanted = createStore(false);
export const askToConnect = (): void => wanted.set(true);
export const stopAsking = (): void => wanted.set(false);
export const useConnectWanted = (): boolean => useStore(wanted);

/** Connects, or throws a WalletError and leaves the person disconnected. */
export async function connect(id: WalletId, network: Network): Promise<void> {
  const wallet = walletById(id);
  try {
    if (!(await wallet.installed())) {
      throw new WalletError('not-installed', `Please install the ${wallet.name} wallet extension first.`);
    }
    const account = await onNetwork(wallet, network);
    requireAddress(account.address, network);
    saveConnection({ wallet: id, status: 'connected', address: account.address, pubKey: account.publicKey });
  } catch (error) {
    dropConnection();
    throw error;
  }
}

async function onNetwork(wallet: Wallet, network: Network): Promise<Account> {
  const account = await wallet.connect();
  if ((await wallet.network()) === network) return account;
  await wallet.switchNetwork(network);
  const again = await wallet.connect();
  if ((await wallet.network()) === network) return again;
  throw new WalletError('wrong-network', `${wallet.name} is on another network. Switch it to ${network}.`);
}

/** Native SegWit and Taproot only (specification, section 5; decision 3). The server checks the checksum. */
export function requireAddress(address: string, network: Network): void {
  const prefix = ADDRESS_PREFIX[network];
  const lower = address.toLowerCase();
  if (lower.startsWith(`${prefix}1q`) || lower.startsWith(`${prefix}1p`)) return;
  throw new WalletError(
    'unsupported',
    `Please use a native SegWit or Taproot address (Starts with ${prefix === 'bc' ? 'bc1' : `${prefix}1`})`,
  );
}

/** At the start of a visit: the wallet's word against what is remembered. Silent. */
export async function sync(network: Network): Promise<void> {
  const person = personOf(connection.get());
  if (person === undefined) return;
  const account = await standing(walletById(person.wallet), network).catch(() => undefined);
  if (account === undefined) dropConnection();
  else {
    const { address, publicKey } = account;
    saveConnection({ wallet: person.wallet, status: 'connected', address, pubKey: publicKey });
  }
}

/** The account the wallet still shows this site, when it is one to trade with. */
async function standing(wallet: Wallet, network: Network): Promise<Account | undefined> {
  if (!(await wallet.installed())) return undefined;
  const account = await wallet.reconnect();
  if (account === undefined || (await wallet.network()) !== network) return undefined;
  requireAddress(account.address, network);
  return account;
}

/** Revokes the session, forgets the address, tells the wallet. */
export async function disconnect(network: Network): Promise<void> {
  const person = personOf(connection.get());
  if (person === undefined) return;
  await endSession(person.address, network);
  dropConnection();
  await walletById(person.wallet).disconnect();
}

/** Revokes and forgets every session of this browser; the caller reloads. */
export async function clearAccountCache(network: Network): Promise<void> {
  const person = personOf(connection.get());
  if (person !== undefined) await endSession(person.address, network);
  clearCredentials();
}

async function endSession(address: string, network: Network): Promise<void> {
  const session = credentialOf(address);
  dropCredential(address);
  if (session === undefined) return;
  // When the exchange does not answer the session ends by itself; forgetting it here must not wait for that.
  await call('loginOut', { body: { net: network, address }, session }).catch(() => undefined);
}

/** The address bar may ask for a disconnect: `clear=1`, or an `address` that is not the connected one (specification, section 2). */
export function obeyAddressBar(search: string, network: Network): void {
  const query = new URLSearchParams(search);
  const person = personOf(connection.get());
  const wanted = query.get('address');
  const other = wanted !== null && wanted !== person?.address;
  if (person !== undefined && (query.get('clear') === '1' || other)) {
    disconnect(network).catch(() => undefined);
  }
}

export interface WalletNews {
  readonly accountChanged: (walletName: string) => void;
}

/** Reacts to what happens inside the wallet. Gives back the way to stop. */
export function watchWallet(network: Network, news: WalletNews): () => void {
  const wallet = walletById(connection.get().wallet);
  return wallet.watch({
    account: (address) => {
      const person = personOf(connection.get());
      if (person === undefined || address === person.address) return;
      if (address === undefined) dropConnection();
      else news.accountChanged(wallet.name);
    },
    network: (name) => {
      if (name !== network) dropConnection();
    },
  });
}
