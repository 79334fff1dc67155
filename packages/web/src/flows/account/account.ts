/** Who is here: the connected wallet and address, remembered between visits. */
import { useCredential } from '../../data/calls/credentials.ts';
import type { Credential } from '../../data/calls/credentials.ts';
import { recall, remember } from '../../memory.ts';
import { isRecord } from '../../unknown.ts';
import { createStore, useStore } from '../../store.ts';
import { faceOf, isWalletId } from '../../wallets/faces.ts';
import type { WalletId } from '../../wallets/wallet.ts';

interface Connection {
  readonly wallet: WalletId;
  readonly status: 'connected' | 'disconnected';
  readonly address: string;
  readonly pubKey: string;
}

export interface User {
  readonly wallet: WalletId;
  readonly address: string;
  readonly publicKey: string;
}

const KEY = 'last-connection';
const NOBODY: Connection = { wallet: 'metalet', status: 'disconnected', address: '', pubKey: '' };

export const connection = createStore<Connection>(recall(KEY, isConnection, NOBODY));

function isConnection(value: unknown): value is Connection {
  return (
    isRecord(value) &&
    isWalletId(value['wallet']) &&
    (value['status'] === 'connected' || value['status'] === 'disconnected') &&
    typeof value['address'] === 'string' &&
    typeof value['pubKey'] === 'string'
  );
}

export function saveConnection(next: Connection): void {
  connection.set(next);
  remember(KEY, next);
}

/** Forgets the address; the wallet's name stays, so that the same one is offered first. */
export function dropConnection(): void {
  saveConnection({ ...connection.get(), status: 'disconnected', address: '', pubKey: '' });
}

export function userOf(now: Connection): User | undefined {
  if (now.status !== 'connected' || now.address === '') return undefined;
  return { wallet: now.wallet, address: now.address, publicKey: now.pubKey };
}

/** Whether the connection is still this user's. */
export function isUser(now: Connection, user: User): boolean {
  const one = userOf(now);
  return one !== undefined && one.wallet === user.wallet && one.address === user.address;
}

/** Some parts of the product work with Metalet only (rules §12). The demo wallet may wear its face. */
export function usesMetalet(user: User): boolean {
  return faceOf(user.wallet) === 'metalet';
}

export interface Account {
  readonly user: User | undefined;
  readonly credential: Credential | undefined;
}

/** the connected user, and the session when there is one. */
export function useAccount(): Account {
  const user = userOf(useStore(connection));
  const credential = useCredential(user?.address);
  return { user, credential };
}
