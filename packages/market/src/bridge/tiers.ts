/** How deep things have to be, by the tier of an amount and never by a price (bridge §3, §5). */
import { invariant } from '@rialto/protocols';
import { LOT_DEPTH } from '../lot-depth.ts';
import type { BridgeAsset, BridgeDirection, BridgeTier } from './asset.ts';

/** What the tier of an amount asks for. @param amount origin units @returns blocks, on either chain */
export function tierOf({ tiers }: Pick<BridgeAsset, 'tiers'>, amount: bigint): BridgeTier {
  const tier = tiers.find(({ upTo }) => upTo === undefined || amount <= upTo);
  invariant(tier !== undefined, 'the last tier has no end');
  return tier;
}

/** How deep a deposit has to be on the chain it came in on. */
export function depthFor(
  asset: Pick<BridgeAsset, 'tiers'>,
  direction: BridgeDirection,
  amount: bigint,
): number {
  const { btc, mvc } = tierOf(asset, amount);
  return direction === 'mint' ? btc : mvc;
}

/**
 * How deep the lot has to be that an amount of BRC-20 leaves with: as deep as any lot, and as the amount’s tier on Bitcoin, for a reorganisation
 * may put a stranger’s transfer before it, and then it moves nothing (decision 0049). @returns blocks
 */
export const lotDepth = (asset: Pick<BridgeAsset, 'tiers'>, amount: bigint): number =>
  Math.max(LOT_DEPTH.minConfirmations, tierOf(asset, amount).btc);

/** From here on what a block of MVC has is old: no reorganisation is thought of that takes it back. */
export const OLD_ON_MVC = 144;

/** How deep a block has to be that gave a coin of an exit to another transaction, for that exit to be dead (bridge §5). @returns blocks */
export function deadDepth(
  asset: Pick<BridgeAsset, 'tiers'>,
  amount: bigint,
  chain: keyof Omit<BridgeTier, 'upTo'>,
): number {
  const needed = tierOf(asset, amount)[chain];
  return chain === 'mvc' ? Math.max(needed, OLD_ON_MVC) : needed;
}
