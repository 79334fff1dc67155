/** Lots of one's own that lie in locks, whatever became of their orders. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OwnLocks } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';
import type { Credential } from '../calls/credentials.ts';
import { KEYS } from '../keys.ts';

const SECOND = 1_000;
/** The calls are the same in every book, and answer for all. */
export const ANY_BOOK = { book: 'mrc20' } as const;

export function useLotLocks(net: Network, session: Credential | undefined): UseQueryResult<OwnLocks> {
  const address = session?.address ?? '';
  return useQuery({
    queryKey: KEYS.own(address, 'lot-locks'),
    enabled: session !== undefined,
    queryFn: async ({ signal }): Promise<OwnLocks> =>
      session === undefined
        ? { results: [] }
        : call('ownLocks', { params: ANY_BOOK, query: { net, address }, session, signal }),
    refetchInterval: 30 * SECOND,
  });
}
