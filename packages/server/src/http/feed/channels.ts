/** The channels of the feed: a token's, a tick's, a pool's, an address's own, and the one that hears everything of the books. */
import type { QueryOf } from '@rialto/contract';

export const EVERYTHING = 'all';
export const ofAsset = (assetId: string): string => `asset ${assetId}`;
export const ofTick = (tick: string): string => `tick ${tick.toLowerCase()}`;
/** As the path of its calls names a pool. */
export const ofPool = (kind: string, token: string): string => `pool ${kind}/btc-${token.toLowerCase()}`;
export const ofAddress = (address: string): string => `address ${address}`;
export const isPublic = (channel: string): boolean => !channel.startsWith('address ');

/** `pool` decides, then `asset`; `tick` alone hears every token of that tick; neither hears everything. */
export function channelOf({ asset, tick, pool }: QueryOf<'feed'>): string {
  if (pool !== undefined) return `pool ${pool.toLowerCase()}`;
  if (asset !== undefined) return ofAsset(asset);
  return tick === undefined ? EVERYTHING : ofTick(tick);
}
