/** What lies on coins of Bitcoin, by the index at one block; of an asset that is a rune also by the operator’s `ord`. Nothing counts units in another way. */
import type { Tip } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import { runeAsset } from '@rialto/protocols';
import type { AssetId, CoinAsset, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeSource } from '../source.ts';

/** @returns every coin that is asked for @throws Refusal syncing, bridge-runes-differ, bridge-runes-unchecked */
export async function assetsOn(
  { ledger, runes }: Pick<BridgeSource['btc'], 'ledger' | 'runes'>,
  { asset, tip }: { readonly asset: Pick<BridgeAsset, 'origin'>; readonly tip: Tip },
  points: readonly Outpoint[],
): Promise<(point: Outpoint) => readonly CoinAsset[]> {
  const said = await ledger.assetsOn(points);
  if (said.tip.hash !== tip.hash) throw new Refusal('syncing', 'the index moves');
  const on = (point: Outpoint): readonly CoinAsset[] => said.assets.get(point) ?? [];
  // Of what counts for nothing `ord` has nothing to say: anybody can send a coin with a list on it that takes it minutes.
  const counts = points.filter((point) => !isMixed(asset, on(point)));
  await runes.require(asset, tip, new Map(counts.map((point) => [point, on(point)])));
  return on;
}

/** Something else than the asset lies on it. */
export function isMixed(asset: Pick<BridgeAsset, 'origin'>, on: readonly CoinAsset[]): boolean {
  const rune = runeOf(asset);
  return on.some((one) => one.kind !== 'rune' || one.asset !== rune);
}

/** Undefined for sats. */
export function runeOf({ origin }: Pick<BridgeAsset, 'origin'>): AssetId | undefined {
  return origin.network === 'BTC' ? undefined : runeAsset(origin.rune);
}
