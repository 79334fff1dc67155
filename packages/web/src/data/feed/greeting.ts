/** What the first greeting of the feed says about what the page has just asked for. */
import type { QueryClient } from '@tanstack/react-query';
import type { OrderList } from '@rialto/contract';
import { KEYS } from '../keys.ts';

interface Stand {
  readonly seq: number;
  readonly epoch: string;
}

/**
 * Whether nothing was told between the lists the page holds of a token and this greeting. A list on its way looks by itself
 * (feed-log, `upToDate`).
 */
export function isUpTo(client: QueryClient, assetId: string, { seq, epoch }: Stand): boolean {
  return [KEYS.asks(assetId), KEYS.bids(assetId), KEYS.sales(assetId)].every((key) => {
    const state = client.getQueryState<OrderList>(key);
    if (state === undefined || state.fetchStatus === 'fetching') return true;
    const { data } = state;
    return data !== undefined && data.epoch === epoch && (data.seq ?? 0) >= seq;
  });
}
