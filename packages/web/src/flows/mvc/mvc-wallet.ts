/** The account on MVC of who is connected: told by the wallet, without a pop-up. What lies there the exchange's index says. */
import { useEffect } from 'react';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { MvcAccountKey } from '../../wallets/wallet.ts';
import { walletById } from '../../wallets/wallets.ts';
import { usesMetalet } from '../account/account.ts';
import type { User } from '../account/account.ts';

export interface MvcWallet {
  /** Undefined while it is not known, and for wallets without one. */
  readonly account: MvcAccountKey | undefined;
  /** The wallet did not say. */
  readonly failed: boolean;
  readonly again: () => void;
}

/** An account that changes on MVC alone is another one from then on: whoever shows it begins anew. */
export function useMvcWallet(user: User | undefined): MvcWallet {
  const metalet = user !== undefined && usesMetalet(user) ? user : undefined;
  const { data, isError, refetch } = useQuery({
    queryKey: ['mvc-wallet', metalet?.wallet, metalet?.address],
    queryFn: metalet === undefined ? skipToken : () => accountOf(metalet),
    staleTime: Infinity,
    retry: 1,
  });
  const wallet = metalet?.wallet;
  useEffect(() => {
    if (wallet === undefined) return;
    const ended = new AbortController();
    let stop = (): void => undefined;
    const watch = async (): Promise<void> => {
      const adapter = await walletById(wallet);
      if (ended.signal.aborted) return;
      stop = adapter.watch({
        account: () => undefined,
        network: () => undefined,
        mvc: () => void refetch(),
      });
    };
    // A wallet whose file is not there is not watched; it says no account either.
    watch().catch(() => undefined);
    return () => {
      ended.abort();
      stop();
    };
  }, [wallet, refetch]);
  return { account: data ?? undefined, failed: isError, again: () => void refetch() };
}

async function accountOf({ wallet }: User): Promise<MvcAccountKey | null> {
  const adapter = await walletById(wallet);
  return (await adapter.mvcAccount?.()) ?? null;
}
