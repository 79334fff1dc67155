/** What lies on coins of Bitcoin, by the index at one block; of an asset that is a rune also by the operator’s `ord`. Nothing counts units in another way. */
import type { Tip } from '@rialto/ground';
import type { BridgeAsset } from '@rialto/market';
import type { CoinAsset, Outpoint } from '@rialto/protocols';
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
  const on = new Map(points.map((point) => [point, said.assets.get(point) ?? []]));
  await runes.require(asset, tip, on);
  return (point) => on.get(point) ?? [];
}
