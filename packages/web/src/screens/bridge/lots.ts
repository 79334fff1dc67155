/** BRC-20 is paid in with one transfer inscription of exactly the amount: which of one's own fit an order, and what an amount lacks. Pure. */
import type { BridgeAssetView } from '@rialto/contract';
import { unitOfView } from '../../data/bridge/bridge-assets.ts';
import type { OwnLots } from './bridge-page.ts';

/** Amounts that one order takes, each once, the largest first. */
export function lotSizes(
  asset: Pick<BridgeAssetView, 'minimum' | 'maximum' | 'trimDecimals'>,
  { ready }: Pick<OwnLots, 'ready'>,
): readonly bigint[] {
  const [least, most, unit] = [BigInt(asset.minimum), BigInt(asset.maximum), unitOfView(asset)];
  const fits = (size: bigint): boolean => size >= least && size <= most && size % unit === 0n;
  return [...new Set(ready.filter(fits))].toSorted((a, b) => (a < b ? 1 : -1));
}

/** Undefined where nothing is missing. */
export type LotWanted = 'none' | 'waits';

export function lotWantedFor(amount: bigint, { ready, waiting }: OwnLots): LotWanted | undefined {
  if (ready.includes(amount)) return undefined;
  return waiting.includes(amount) ? 'waits' : 'none';
}
