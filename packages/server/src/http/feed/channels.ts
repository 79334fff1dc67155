/** The channels of the feed: a token's, a tick's, an address's own, and the one that hears everything. */
import type { QueryOf } from '@rialto/contract';

export const EVERYTHING = 'all';
export const ofAsset = (assetId: string): string => `asset ${assetId}`;
export const ofTick = (tick: string): string => `tick ${tick.toLowerCase()}`;
export const ofAddress = (address: string): string => `address ${address}`;
export const isPublic = (channel: string): boolean => !channel.startsWith('address ');

/** `asset` decides; `tick` alone hears every token of that tick; neither hears everything. */
export function channelOf({ asset, tick }: QueryOf<'feed'>): string {
  if (asset !== undefined) return ofAsset(asset);
  return tick === undefined ? EVERYTHING : ofTick(tick);
}
