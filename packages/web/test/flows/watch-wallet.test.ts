/** The watch of a wallet: what changed before it listened is seen as well. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, dropConnection, saveConnection, userOf } from '../../src/flows/account/account.ts';
import { sync } from '../../src/flows/account/connect.ts';
import { watchWallet } from '../../src/flows/account/watch-wallet.ts';
import { user as someone } from '../fake/people.ts';

const me = someone(7);
const other = someone(8);

/** A UniSat whose account is changed from here, and which tells no one: nobody listens yet. */
let net = 'regtest';
let shows: { address: string; publicKey: string } | undefined;
beforeEach(() => {
  shows = me;
  net = 'regtest';
  saveConnection({ wallet: 'unisat', status: 'connected', address: me.address, pubKey: me.publicKey });
  Reflect.set(window, 'unisat', {
    getAccounts: () => Promise.resolve(shows === undefined ? [] : [shows.address]),
    getPublicKey: () => Promise.resolve(shows?.publicKey),
    getNetwork: () => Promise.resolve(net),
    on: () => undefined,
    removeListener: () => undefined,
  });
});
afterEach(() => {
  dropConnection();
  Reflect.deleteProperty(window, 'unisat');
});

describe('between the first word of the wallet and the watch', () => {
  it('a changed account is told once', async () => {
    await sync('regtest');
    shows = other;
    const accountChanged = vi.fn();
    const stop = watchWallet('regtest', { accountChanged });
    await vi.waitFor(() => expect(accountChanged).toHaveBeenCalledExactlyOnceWith('Unisat'));
    stop();
  });
  it.each<[string, () => void, string]>([
    ['shares nothing', () => (shows = undefined), 'UniSat no longer shares an account with this site.'],
    ['is elsewhere', () => (net = 'livenet'), 'UniSat switched to another network.'],
    [
      'answers nothing of use',
      () => (shows = { ...me, address: 'mgone' }),
      'UniSat can’t be reached from this page.',
    ],
  ])('a wallet that %s is spoken of by that alone', async (_, change, told) => {
    await sync('regtest');
    change();
    const disconnected = vi.fn();
    const stop = watchWallet('regtest', { accountChanged: () => undefined, disconnected });
    await vi.waitFor(() => expect(disconnected).toHaveBeenCalledExactlyOnceWith(told));
    stop();
  });
  it('a lock is told, and nobody is connected any more', async () => {
    await sync('regtest');
    shows = undefined;
    const disconnected = vi.fn();
    const stop = watchWallet('regtest', { accountChanged: () => undefined, disconnected });
    await vi.waitFor(() => expect(disconnected).toHaveBeenCalledOnce());
    expect(userOf(connection.get())).toBeUndefined();
    stop();
  });
  it('who disconnects meanwhile is not told of a lock', async () => {
    const disconnected = vi.fn();
    const stop = watchWallet('regtest', { accountChanged: () => undefined, disconnected });
    dropConnection();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(disconnected).not.toHaveBeenCalled();
    stop();
  });
  it('nothing is told where nothing changed', async () => {
    const accountChanged = vi.fn();
    const disconnected = vi.fn();
    const stop = watchWallet('regtest', { accountChanged, disconnected });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(accountChanged).not.toHaveBeenCalled();
    expect(disconnected).not.toHaveBeenCalled();
    expect(userOf(connection.get())?.address).toBe(me.address);
    stop();
  });
});
