/** What of one's own lies in locks, in all books, whatever became of the orders: the money of bids, and lots. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnBidLock, OwnLock } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';
import { KEYS } from '../keys.ts';

const SECOND = 1_000;
/** The calls are the same in every book, and answer for all. */
export const ANY_BOOK = { book: 'mrc20' } as const;

type Locks<Lock> = UseQueryResult<readonly Lock[]>;

interface Asking {
  readonly params: typeof ANY_BOOK;
  readonly query: { readonly net: Network; readonly address: string };
  readonly session: Credential;
  readonly signal: AbortSignal;
}

/** Locks of bids that nobody has spent; and, as `held`, open rungs of which nothing is on the chain. */
export const useBidLocks = (net: Network, session: Credential | undefined): Locks<OwnBidLock> =>
  useOwnLocks({ net, session, kind: 'bid-locks' }, (asking) => call('ownBidLocks', asking));

export const useLotLocks = (net: Network, session: Credential | undefined): Locks<OwnLock> =>
  useOwnLocks({ net, session, kind: 'lot-locks' }, (asking) => call('ownLocks', asking));

interface Whose {
  readonly net: Network;
  readonly session: Credential | undefined;
  readonly kind: string;
}

function useOwnLocks<Lock>(
  { net, session, kind }: Whose,
  ask: (asking: Asking) => Promise<{ readonly results: readonly Lock[] }>,
): Locks<Lock> {
  return useQuery({
    queryKey: KEYS.own(session?.address ?? '', kind),
    enabled: session !== undefined,
    queryFn: async ({ signal }): Promise<readonly Lock[]> => {
      if (session === undefined) return [];
      const query = { net, address: session.address };
      return (await ask({ params: ANY_BOOK, query, session, signal })).results;
    },
    staleTime: 10 * SECOND,
    refetchInterval: 30 * SECOND,
  });
}
