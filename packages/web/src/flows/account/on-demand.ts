/** What the frame does with wallet and session. The code is fetched when there is a wallet: a first visit has none. */
import type { Network } from '@rialto/protocols';
import { connection, userOf } from './account.ts';
import type { User } from './account.ts';
import type { WalletNews } from './watch-wallet.ts';

export async function login(user: User | undefined, network: Network): Promise<void> {
  await (await import('./login.ts')).login(user, network);
}

export async function disconnect(network: Network): Promise<void> {
  await (await import('./connect.ts')).disconnect(network);
}

export async function clearAccountCache(network: Network): Promise<void> {
  await (await import('./connect.ts')).clearAccountCache(network);
}

/** Nothing to do without a wallet that is remembered, and without words in the address bar. */
export async function startVisit(network: Network): Promise<void> {
  if (userOf(connection.get()) === undefined && window.location.search === '') return;
  await (await import('./start-visit.ts')).startVisit(network);
}

/**
 * To be awaited before a wallet is connected: it may be locked, or change its account or network, the moment after. A wallet whose
 * watch cannot be fetched is connected all the same.
 */
export async function readyToWatch(): Promise<void> {
  await import('./watch-wallet.ts').catch(() => undefined);
}

/** Gives back the way to stop. */
export function watchWallet(network: Network, news: WalletNews): () => void {
  let stop: (() => void) | undefined;
  let ended = false;
  const begin = async (): Promise<void> => {
    const { watchWallet: watch } = await import('./watch-wallet.ts');
    if (!ended) stop = watch(network, news);
  };
  // Without its file the wallet is not watched, as when its adapter cannot be fetched.
  begin().catch(() => undefined);
  return () => {
    ended = true;
    stop?.();
  };
}
