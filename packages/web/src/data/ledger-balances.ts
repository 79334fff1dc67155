/** Balances of Runes and MRC-20; both change slowly and are asked for every five minutes at most (product §9). */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Mrc20Balances, RuneBalances } from '@rialto/contract';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import { asOwner } from './calls/credentials.ts';

const STALE_MS = 5 * 60_000;

/** @param everyMs asked again so often by whoever pays with them: what a form calls the balance is what there is */
export function useRuneBalances(
  net: Network,
  address: string,
  everyMs?: number,
): UseQueryResult<RuneBalances> {
  return useQuery({
    queryKey: ['rune-balances', net, address],
    enabled: address !== '',
    queryFn: ({ signal }) => call('runeBalances', { query: { net, address }, signal, ...asOwner(address) }),
    staleTime: everyMs ?? STALE_MS,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** @param everyMs as of runes */
export function useMrc20Balances(
  net: Network,
  address: string,
  everyMs?: number,
): UseQueryResult<Mrc20Balances> {
  return useQuery({
    queryKey: ['mrc20-balances', net, address],
    enabled: address !== '',
    queryFn: ({ signal }) => call('mrc20Balances', { query: { net, address }, signal, ...asOwner(address) }),
    staleTime: everyMs ?? STALE_MS,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}
