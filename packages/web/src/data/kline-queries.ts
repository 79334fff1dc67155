/** Candles of one token, kept fresh by the feed: a sale or a missed message asks for them again. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Klines } from '@rialto/contract';
import type { CandleInterval, MarketName } from '@rialto/market';
import type { Network } from '@rialto/protocols';
import { call } from './calls/client.ts';
import { KEYS } from './keys.ts';

export interface KlineQuery {
  readonly network: Network;
  readonly book: MarketName;
  readonly assetId: string;
  readonly tick: string;
  readonly interval: CandleInterval;
}

/** A browser that shows more sees dots. */
const LIMIT = '300';

export function useKlines({ network, book, assetId, tick, interval }: KlineQuery): UseQueryResult<Klines> {
  return useQuery({
    queryKey: KEYS.kline(assetId, interval),
    enabled: assetId !== '',
    queryFn: ({ signal }) => {
      const query = { net: network, tick, assetId, interval, limit: LIMIT };
      return call('kline', { params: { book }, query, signal });
    },
    staleTime: 30_000,
  });
}
