/**
 * Whose turn it is: one act of an asset at a time, and of these one at a time. What an `ord` takes its time for is asked in the turn of its
 * asset: however slow it is, no other asset waits for it (bridge §6).
 */
import type { BridgeAsset } from '@rialto/market';
import type { Outpoint } from '@rialto/protocols';
import { requireWanted } from '../cosign/wanted.ts';
import { assetsOn } from './coins/assets-on.ts';
import type { AskedDeposit } from './deposits/deposit.ts';
import type { BridgeParts } from './parts.ts';
import type { BridgeTips } from './source.ts';
import { requireOpen } from './stops/stop-files.ts';

interface Asked {
  /** Coins of Bitcoin that it spends. */
  readonly spends: readonly Outpoint[];
  /** Whoever asked has hung up. */
  readonly gone: () => boolean;
}

/**
 * @param act with the blocks that it is asked at; where one comes meanwhile, nothing may be signed
 * @throws Refusal trading-stopped, signer-refused (nobody waits any more), bridge-paused, bridge-asset-unknown, bridge-asset-impossible,
 *   syncing, bridge-units-differ, bridge-units-unchecked, and as `act`
 */
export function exitInTurn<T>(
  parts: BridgeParts,
  { asset: id, deposit, at }: Partial<AskedDeposit> & { readonly asset: string },
  { spends, gone }: Asked,
  act: (tips: BridgeTips) => Promise<T>,
): Promise<T> {
  return assetInTurn(parts, id, async () => {
    requireWanted(parts, gone);
    requireOpen(parts.stops, id);
    const asset = parts.trusted.asset(id);
    const tips = await parts.requireTips();
    // Whatever it spends: the equations count what lies on all coins.
    await parts.source.btc.units.require(asset, tips.btc);
    const own = deposit?.startsWith('btc:') === true && at !== undefined ? [at] : [];
    await readUnits(parts, asset, { tips, points: [...new Set([...own, ...spends])] });
    return parts.turns('bridge', () => {
      requireWanted(parts, gone);
      return act(tips);
    });
  });
}

export const assetInTurn = <T>(parts: BridgeParts, asset: string, act: () => Promise<T>): Promise<T> =>
  parts.turns(`bridge ${asset}`, act);

/** All that another index is asked about at these blocks. */
async function readUnits(
  { held, keys, source: { btc } }: BridgeParts,
  asset: BridgeAsset,
  { tips, points }: { readonly tips: BridgeTips; readonly points: readonly Outpoint[] },
): Promise<void> {
  if (asset.origin.network === 'BTC') return;
  await held.locked(asset, tips);
  // What is spent, or waits, it need not know.
  const { coins } = await btc.chain.settledAt(points);
  const there = points.filter((point) => coins.get(point)?.height !== undefined);
  await held.balance(asset, tips);
  await assetsOn(btc, { asset, tip: tips.btc, locked: keys(asset.id).locked.script.script }, there);
}
