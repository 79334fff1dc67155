/** Who is here: the connected wallet and address, remembered between visits. */
import { useCredential } from '../../data/credentials.ts';
import type { Credential } from '../../data/credentials.ts';
import { recall, remember } from '../../memory.ts';
import { isRecord } from '../../unknown.ts';
import { createStore, useStore } from '../../store.ts';
import { isWalletId } from '../../wallets/faces.ts';
import { faceOf } from '../../wallets/wallets.ts';
import type { WalletId } from '../../wallets/wallet.ts';

interface Connection {
  readonly wallet: WalletId;
  readonly status: 'connected' | 'disconnected';
  readonly address: string;
  readonly pubKey: string;
}

export interface Person {
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

export function personOf(now: Connection): Person | undefined {
  if (now.status !== 'connected' || now.address === '') return undefined;
  return { wallet: now.wallet, address: now.address, publicKey: now.pubKey };
}

/** Whether the connection is still this person's. */
export function isPerson(now: Connection, person: Person): boolean {
  const one = personOf(now);
  return one !== undefined && one.wallet === person.wallet && one.address === person.address;
}

/** Some parts of the product work with Metalet only (rules §12). The demo wallet may wear its face. */
export function usesMetalet(person: Person): boolean {
  return faceOf(person.wallet) === 'metalet';
}

export interface Account {
  readonly person: Person | undefined;
  readonly credential: Credential | undefined;
}

/** The connected person, and the session when there is one. */
export function useAccount(): Account {
  const person = personOf(useStore(connection));
  const credential = useCredential(person?.address);
  return { person, credential };
}
