/** Coins that pay for what the bridge signs on Bitcoin: looked up at our own node, of the fee wallet, and with nothing on them. */
import { equalBytes } from '@rialto/protocols';
import type { Coin, Outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeAsset } from '@rialto/market';
import { assetsOn } from '../coins/assets-on.ts';
import { MATURE } from '../deposits/deposit.ts';
import type { BridgeKeys } from '../keys.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';

/** Coins in blocks that no block has spent: what waits may be an earlier build of this very exit. @throws Refusal coin-spent, syncing */
export async function coinsAt(
  { source: { btc }, keys }: Pick<BridgeParts, 'source' | 'keys'>,
  { asset, tips: { btc: tip } }: { readonly asset: BridgeAsset; readonly tips: BridgeTips },
  points: readonly Outpoint[],
): Promise<(point: Outpoint) => Coin> {
  const unique = [...new Set(points)];
  const locked = keys(asset.id).locked.script.script;
  const [node, on] = await Promise.all([
    btc.chain.settledAt(unique),
    assetsOn(btc, { asset, tip, locked }, unique),
  ]);
  if (node.tip.hash !== tip.hash) throw new Refusal('syncing', 'the chain moves');
  return (outpoint) => {
    const found = node.coins.get(outpoint);
    if (found?.height === undefined) throw new Refusal('coin-spent', outpoint);
    const { value, script, height, coinbase } = found;
    if (coinbase && tip.height - height + 1 < MATURE) throw new Refusal('coin-unconfirmed', outpoint);
    return { outpoint, value, script, height, assets: on(outpoint).assets };
  };
}

/** @throws Refusal not-yours, lot-mixed */
export function requireFeeCoins({ fees }: Pick<BridgeKeys, 'fees'>, coins: readonly Coin[]): void {
  for (const { script, outpoint, assets } of coins) {
    if (!equalBytes(script, fees.btc.script.script)) throw new Refusal('not-yours', outpoint);
    if (assets.length > 0) throw new Refusal('lot-mixed', outpoint);
  }
}
