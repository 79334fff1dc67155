/** The wallets of this page: which are installed, and the adapter of each, loaded when it is first used. */
import { deviceOf } from './device.ts';
import type { Device } from './device.ts';
import { demoObject, faceOf } from './faces.ts';
import { inner } from '../unknown.ts';
import { WalletError } from './wallet.ts';
import type { Face, Wallet, WalletId } from './wallet.ts';
import { t } from '../words.ts';

const page = (): unknown => window;

const OBJECTS: Readonly<Record<Face, string>> = {
  unisat: 'unisat',
  okx: 'okxwallet',
  metalet: 'metaidwallet',
};

/** Whether the wallet has put its object into this page by now. An extension may do so a little after the page has begun. */
export const isInjected = (face: Face): boolean => inner(window, OBJECTS[face]) !== undefined;

export function deviceHere(): Device {
  return deviceOf(navigator.userAgent, isInjected);
}

const loaded = new Map<WalletId, Promise<Wallet>>();

/** One adapter per wallet: its queue of pop-ups is the page's. */
export function walletById(id: WalletId): Promise<Wallet> {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const wallet = load(id);
  loaded.set(id, wallet);
  // A file that could not be fetched may be there the next time.
  wallet.catch(() => loaded.delete(id));
  return wallet;
}

async function load(id: WalletId): Promise<Wallet> {
  const root = id === 'demo' ? demoObject : page;
  switch (faceOf(id)) {
    case 'unisat':
      return (await import('./unisat.ts')).createUnisat(root);
    case 'okx':
      return (await import('./okx.ts')).createOkx(root, id === 'demo' ? 'regtest' : 'livenet');
    case 'metalet':
      return (await import('./metalet.ts')).createMetalet(root);
    case undefined:
      throw new WalletError('unsupported', t('Unsupported wallet: {id}', { id }));
  }
}
