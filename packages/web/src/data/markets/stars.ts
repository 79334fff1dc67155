/** The markets that are starred on this device, by asset: they stand first in every list of markets. */
import { recall, remember } from '../../memory.ts';
import { createStore, useStore } from '../../store.ts';

const KEY = 'starred-markets';
/** As many as one call asks for. */
const MOST = 50;

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const stars = createStore<readonly string[]>(recall(KEY, isNames, []).slice(0, MOST));

export const useStars = (): readonly string[] => useStore(stars);

/** The newest last; the oldest goes when there are too many. */
export function toggleStar(assetId: string): void {
  stars.update((now) =>
    now.includes(assetId) ? now.filter((one) => one !== assetId) : [...now, assetId].slice(-MOST),
  );
  remember(KEY, stars.get());
}
