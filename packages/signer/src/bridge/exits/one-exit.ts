/** One exit of a deposit: of all builds that were ever signed for it one confirms at most (bridge §5). */
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { isDead } from './dead.ts';

/** Builds of a deposit that may still confirm, oldest first. @throws Refusal bridge-exit-made when one has confirmed */
export async function livingBuilds(
  parts: BridgeParts,
  asset: BridgeAsset,
  deposit: string,
  at: { readonly tips: BridgeTips; readonly places: PlacesAt },
): Promise<readonly BridgeLine[]> {
  const living: BridgeLine[] = [];
  for (const line of parts.journal.recall.exits(deposit)) {
    if (at.places.heightOf(line) !== undefined) throw new Refusal('bridge-exit-made', line.id);
    if (!(await isDead(parts, asset, line, at.tips))) living.push(line);
  }
  return living;
}

/** A payout is no refund, and the other way. @throws Refusal bridge-exit-made */
export function requireSameExit(living: readonly BridgeLine[], next: BridgeLine['exit']): void {
  const other = living.find(({ exit }) => exit !== next);
  if (other !== undefined) throw new Refusal('bridge-exit-made', `a ${other.exit} ${other.id}`);
}

/**
 * Another build of the same exit spends every locked or token coin of every build before it.
 * @param coins names of those that it spends
 * @throws Refusal bridge-exit-made
 */
export function requireSameCoins(living: readonly BridgeLine[], coins: readonly string[]): void {
  for (const { spends, id } of living) {
    const left = spends.find(({ coin }) => !coins.includes(coin));
    if (left !== undefined) throw new Refusal('bridge-exit-made', `${id} spends ${left.coin} too`);
  }
}
