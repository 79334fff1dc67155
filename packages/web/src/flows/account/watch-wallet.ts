/** Reacts to what happens inside the wallet: another account, another network, a lock (product §4). */
import type { Network } from '@rialto/protocols';
import { nameOf, spelledOf } from '../../wallets/wallet-names.ts';
import { walletById } from '../../wallets/wallets.ts';
import type { Wallet } from '../../wallets/wallet.ts';
import { connection, dropConnection, isUser, userOf } from './account.ts';
import type { User } from './account.ts';
import { sync } from './connect.ts';
import type { Gone } from './connect.ts';
import { msg, t } from '../../words.ts';

export interface WalletNews {
  /** The name as messages spell it. The page is to be opened anew. */
  readonly accountChanged: (spelled: string) => void;
  /** Why nobody is connected any more. */
  readonly disconnected?: (why: string) => void;
}

/** Watches the connected user's wallet. Gives back the way to stop. */
export function watchWallet(network: Network, news: WalletNews): () => void {
  const user = userOf(connection.get());
  if (user === undefined) return () => undefined;
  const ended = new AbortController();
  const told = { account: false };
  const watching = watchOne({ user, network, news, told }, ended.signal);
  // Some wallets send events to the active tab only, and some chain changes have no event.
  const again = (): void => {
    if (document.visibilityState === 'visible') void compare({ user, network, news, told });
  };
  document.addEventListener('visibilitychange', again);
  return () => {
    ended.abort();
    document.removeEventListener('visibilitychange', again);
    void watching.then((stop) => stop());
  };
}

interface Watch {
  readonly user: User;
  readonly network: Network;
  readonly news: WalletNews;
  /** One change may be reported more than once. */
  readonly told: { account: boolean };
}

async function watchOne(watch: Watch, ended: AbortSignal): Promise<() => void> {
  const wallet = await adapter(watch.user);
  // A wallet that injects late has nothing to listen to before.
  if (wallet === undefined || !(await wallet.installed()) || ended.aborted) return () => undefined;
  const { user, network, news } = watch;
  const drop = (why: string): void => {
    if (ended.aborted || !isUser(connection.get(), user)) return;
    dropConnection();
    news.disconnected?.(why);
  };
  const stop = wallet.watch({
    account: (address) => {
      if (address === undefined) drop(goneWords('unshared', user));
      else if (!ended.aborted && address !== user.address) tellOnce(watch);
    },
    network: (name) => {
      if (name !== network) drop(goneWords('elsewhere', user));
    },
  });
  // What changed after the wallet was last asked and before this listened had nobody to hear it.
  void compare(watch);
  return stop;
}

function tellOnce({ user, news, told }: Watch): void {
  if (told.account) return;
  told.account = true;
  news.accountChanged(spelledOf(user.wallet));
}

async function adapter(user: User): Promise<Wallet | undefined> {
  return await walletById(user.wallet).catch(() => undefined);
}

/** The same rules without an event. */
async function compare(watch: Watch): Promise<void> {
  const { user, network, news } = watch;
  const found = await sync(network);
  if (found === undefined) return;
  if (found === 'another') tellOnce(watch);
  else news.disconnected?.(goneWords(found, user));
}

const GONE: Readonly<Record<Gone, string>> = {
  unshared: msg('{wallet} no longer shares an account with this site.'),
  elsewhere: msg('{wallet} switched to another network.'),
  silent: msg('{wallet} can’t be reached from this page.'),
};

const goneWords = (gone: Gone, user: User): string => t(GONE[gone], { wallet: nameOf(user.wallet) });
