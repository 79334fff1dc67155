/** One transaction by its id: what it did, and how deep it is. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TransactionView } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import { KEYS } from './keys.ts';

const WAITING_MS = 5_000;
const SHALLOW_MS = 20_000;
/** So deep a block is not undone any more. */
export const FINAL_DEPTH = 6;

export function useTransaction(net: Network, txId: string): UseQueryResult<TransactionView> {
  return useQuery({
    queryKey: KEYS.transaction(txId),
    queryFn: ({ signal }) => call('transaction', { query: { net, txId }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.state === 'waiting') return WAITING_MS;
      return data.state === 'confirmed' && data.confirmations < FINAL_DEPTH ? SHALLOW_MS : false;
    },
  });
}
