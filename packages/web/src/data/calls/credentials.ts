/** Sessions of this browser: one signed login per address, kept until it ends, is revoked or refused. */
import { createStore, useStore } from '../../store.ts';
import { forget, recall, remember } from '../../memory.ts';
import { isRecord } from '../../unknown.ts';

export interface Credential {
  readonly publicKey: string;
  readonly signature: string;
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

type Credentials = Readonly<Record<string, Credential>>;

const KEY = 'credentials';
const store = createStore<Credentials>(recall(KEY, isCredentials, {}));

function isCredentials(value: unknown): value is Credentials {
  return isRecord(value) && Object.values(value).every(isCredential);
}

function isCredential(value: unknown): value is Credential {
  return (
    isRecord(value) &&
    typeof value['publicKey'] === 'string' &&
    typeof value['signature'] === 'string' &&
    typeof value['address'] === 'string' &&
    typeof value['expiresAt'] === 'number'
  );
}

/** For calls that anybody may make: an owner who is logged in waits behind no stranger. */
export function asOwner(address: string): { readonly session?: Credential } {
  const session = credentialOf(address);
  return session === undefined ? {} : { session };
}

export function saveCredential(credential: Credential): void {
  store.update((all) => ({ ...all, [credential.address]: credential }));
  remember(KEY, store.get());
}

export function dropCredential(address: string): void {
  store.update((all) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== address)));
  remember(KEY, store.get());
}

export function clearCredentials(): void {
  store.set({});
  forget(KEY);
}

/** The credential of an address that has not ended yet. */
export function credentialOf(address: string): Credential | undefined {
  return current(store.get()[address]);
}

export function useCredential(address: string | undefined): Credential | undefined {
  const all = useStore(store);
  return address === undefined ? undefined : all[address];
}

/** Forgets sessions whose time is over; called when the page opens. */
export function dropEnded(): void {
  for (const credential of Object.values(store.get())) {
    if (current(credential) === undefined) dropCredential(credential.address);
  }
}

function current(credential: Credential | undefined): Credential | undefined {
  return credential !== undefined && credential.expiresAt > Date.now() ? credential : undefined;
}
