/** What lies on coins of Bitcoin, by the index at one block; of a token also by a second one of the operator’s. Nothing counts units in another way. */
import type { Tip } from '@rialto/ground';
import { originAsset } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import { DUST_FLOOR } from '@rialto/protocols';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeSource } from '../source.ts';

export interface OnCoin {
  readonly assets: readonly CoinAsset[];
  /** MRC-20 about which indexes may disagree. */
  readonly isOdd: boolean;
}

/** @returns every coin that is asked for @throws Refusal syncing, bridge-units-differ, bridge-units-unchecked */
export async function assetsOn(
  { ledger, units }: Pick<BridgeSource['btc'], 'ledger' | 'units'>,
  { asset, tip }: { readonly asset: Pick<BridgeAsset, 'origin'>; readonly tip: Tip },
  points: readonly Outpoint[],
): Promise<(point: Outpoint) => OnCoin> {
  const isMrc20 = asset.origin.network === 'MRC20';
  const odd = isMrc20 ? await ledger.oddMrc20Among(points) : new Set<Outpoint>();
  const said = await ledger.assetsOn(points);
  if (said.tip.hash !== tip.hash) throw new Refusal('syncing', 'the index moves');
  const on = (point: Outpoint): OnCoin => ({ assets: said.assets.get(point) ?? [], isOdd: odd.has(point) });
  // Of what counts for nothing the other index has nothing to say: anybody can send a coin with a list on it that takes it minutes.
  const counts = points.filter((point) => !isMixed(asset, on(point)));
  await units.require(asset, tip, new Map(counts.map((point) => [point, on(point).assets])));
  return on;
}

/**
 * Something else than the asset lies on it. Of MRC-20 also what is odd, for another index may have it elsewhere (decision 0021), and what
 * lies on less than 546 sat, for no message could leave the rest on an output of its own (bridge §5).
 */
export function isMixed(
  asset: Pick<BridgeAsset, 'origin'>,
  { assets, isOdd, value = DUST_FLOOR }: OnCoin & { readonly value?: bigint },
): boolean {
  const of = originAsset(asset.origin);
  if (asset.origin.network === 'MRC20' && (isOdd || value < DUST_FLOOR)) return true;
  return assets.some((one) => (one.kind !== 'rune' && one.kind !== 'mrc20') || one.asset !== of);
}
