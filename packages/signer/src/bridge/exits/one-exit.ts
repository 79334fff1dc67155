/** One exit of a deposit: of all builds that were ever signed for it one confirms at most (bridge §5). */
import type { BridgeAsset } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import type { BridgeParts, BridgeTips } from '../parts.ts';
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

/**
 * Another build of the same exit spends every locked or token coin of every build before it.
 * @param coins names of those that it spends
 * @throws Refusal bridge-exit-made
 */
export function requireSameExit(
  living: readonly BridgeLine[],
  next: Pick<BridgeLine, 'exit' | 'chain'> & { readonly coins: readonly string[] },
): void {
  for (const { exit, chain, spends, id } of living) {
    if (exit !== next.exit || chain !== next.chain) throw new Refusal('bridge-exit-made', `${exit} ${id}`);
    const left = spends.find(({ coin }) => !next.coins.includes(coin));
    if (left !== undefined) throw new Refusal('bridge-exit-made', `${id} spends ${left.coin} too`);
  }
}
