/** How live bids work at this exchange: the seconds, the absences and the blocks are its settings. */
import { useQuery } from '@tanstack/react-query';
import type { LiveTerms } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from '../calls/client.ts';

const MINUTE = 60_000;

/** Undefined until it has said so. The same for every book. */
export function useLiveTerms(net: Network): LiveTerms | undefined {
  const { data } = useQuery({
    queryKey: ['live-terms', net],
    queryFn: ({ signal }) => call('liveTerms', { params: { book: 'mrc20' }, query: { net }, signal }),
    staleTime: MINUTE,
  });
  return data;
}
