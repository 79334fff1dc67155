/** Connect, sync and disconnect a wallet (product §4). Wrong networks are switched once, wrong addresses refused. */
import { ADDRESS_PREFIX } from '@rialto/protocols';
import type { Network } from '@rialto/protocols';
import { call } from '../../data/calls/client.ts';
import { clearCredentials, credentialOf, dropCredential } from '../../data/calls/credentials.ts';
import { nameOf, spelledOf } from '../../wallets/wallet-names.ts';
import { notInstalled } from '../../wallets/wallet-error.ts';
import { walletById } from '../../wallets/wallets.ts';
import { WalletError } from '../../wallets/wallet.ts';
import type { Account, Wallet, WalletId } from '../../wallets/wallet.ts';
import { connection, dropConnection, isUser, userOf, saveConnection } from './account.ts';
import type { User } from './account.ts';
import { t } from '../../words.ts';

/** Connects, or throws a WalletError and leaves the user disconnected. */
export async function connect(id: WalletId, network: Network): Promise<void> {
  try {
    const wallet = await walletById(id);
    if (!(await wallet.installed())) throw notInstalled(spelledOf(id));
    const account = await onNetwork(wallet, id, network);
    requireAddress(account.address, network);
    save(id, account);
  } catch (error) {
    dropConnection();
    throw error;
  }
}

async function onNetwork(wallet: Wallet, id: WalletId, network: Network): Promise<Account> {
  if (wallet.only !== undefined && wallet.only !== network) throw onlyServes(id, wallet.only);
  const account = await wallet.connect();
  const there = await wallet.network();
  if (there === network) return account;
  if (wallet.only !== undefined) throw onlyServes(id, wallet.only);
  await wallet.switchNetwork?.(network);
  const again = await wallet.connect();
  if ((await wallet.network()) === network) return again;
  throw new WalletError(
    'wrong-network',
    t('{wallet} is on another network. Switch it to {network}.', { wallet: nameOf(id), network }),
  );
}

function onlyServes(id: WalletId, only: Network): WalletError {
  return new WalletError(
    'wrong-network',
    t('{wallet} wallet only supports {network}', { wallet: nameOf(id), network: only }),
  );
}

/** Native SegWit and Taproot only (product §5; rules §3). The server checks the checksum. */
export function requireAddress(address: string, network: Network): void {
  const prefix = ADDRESS_PREFIX[network];
  const lower = address.toLowerCase();
  if (lower.startsWith(`${prefix}1q`) || lower.startsWith(`${prefix}1p`)) return;
  throw new WalletError(
    'wrong-address',
    t('Please use a native SegWit or Taproot address (Starts with {prefix})', { prefix: `${prefix}1` }),
  );
}

/** Why nobody is connected any more: the wallet shares no account, is on another network, or says nothing that can be used. */
export type Gone = 'unshared' | 'elsewhere' | 'silent';

/**
 * The wallet's word against what is remembered, without a pop-up. Whatever changed meanwhile stays. Tells what it changed itself: it took
 * `another` account, or found the user gone.
 */
export async function sync(network: Network): Promise<'another' | Gone | undefined> {
  const user = userOf(connection.get());
  if (user === undefined) return undefined;
  const account = await current(user, network).catch(() => 'silent' as const);
  if (!isUser(connection.get(), user)) return undefined;
  if (typeof account === 'string') {
    dropConnection();
    return account;
  }
  save(user.wallet, account);
  return account.address === user.address ? undefined : 'another';
}

/** The account the wallet still shows this site, when it is one to trade with. */
async function current(user: User, network: Network): Promise<Account | Gone> {
  const wallet = await walletById(user.wallet);
  if (!(await wallet.installed())) return 'silent';
  const account = await wallet.reconnect({ address: user.address, publicKey: user.publicKey });
  if (account === undefined) return 'unshared';
  if ((await wallet.network()) !== network) return 'elsewhere';
  requireAddress(account.address, network);
  return account;
}

function save(id: WalletId, { address, publicKey }: Account): void {
  saveConnection({ wallet: id, status: 'connected', address, pubKey: publicKey });
}

/** Forgets the address and revokes the session; OKX forgets the site too (product §4). */
export async function disconnect(network: Network): Promise<void> {
  const user = userOf(connection.get());
  if (user === undefined) return;
  dropConnection();
  await endSession(user.address, network);
  const wallet = await walletById(user.wallet);
  if (wallet.face === 'okx') await wallet.disconnect();
}

/** Revokes and forgets every session of this browser; the caller reloads. */
export async function clearAccountCache(network: Network): Promise<void> {
  const user = userOf(connection.get());
  if (user !== undefined) await endSession(user.address, network);
  clearCredentials();
}

async function endSession(address: string, network: Network): Promise<void> {
  const session = credentialOf(address);
  dropCredential(address);
  if (session === undefined) return;
  // When the exchange does not answer the session ends by itself; forgetting it here must not wait for that.
  await call('loginOut', { body: { net: network, address }, session }).catch(() => undefined);
}
