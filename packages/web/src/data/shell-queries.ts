/** What the frame reads of the exchange: the operator's choices, the caller's country. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ExchangeConfig } from '@rialto/contract';
import { recallText, rememberText } from '../memory.ts';
import { call } from './calls/client.ts';
import { firstFacts } from './facts.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export function useConfig(): UseQueryResult<ExchangeConfig> {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call('config', { signal }),
    // Asked for all the same: what changes, and what only the call knows.
    ...(firstFacts === undefined ? {} : { initialData: firstFacts.config, initialDataUpdatedAt: 0 }),
    staleTime: MINUTE,
    // Who waits for the end of maintenance is let in soon after it.
    refetchInterval: ({ state }) => (state.data?.maintenance === true ? 10 * SECOND : MINUTE),
    // Without it the page works: it must not wait for a second try.
    retry: false,
    retryOnMount: false,
  });
}

const PASS = 'geo-pass';

/** The caller's country; a pass is remembered once it is known and served. The exchange refuses by itself: this only spares a visit to an empty page. */
export function useCountry(): string | undefined {
  const answer = useQuery({
    queryKey: ['geo'],
    enabled: recallText(PASS) === undefined,
    queryFn: async ({ signal }) => {
      const country = await call('geo', { signal });
      if (country !== '' && !isRestricted(country)) rememberText(PASS, '1');
      return country;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return answer.data;
}

/** Visitors from this country are refused (product §2). */
export function isRestricted(country: string | undefined): boolean {
  return country === 'CN';
}
