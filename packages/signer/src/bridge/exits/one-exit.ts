/** One exit of a deposit: of all builds that were ever signed for it one confirms at most (bridge §5). */
import type { BridgeAsset } from '@rialto/market';
import { outpoint } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { BridgeLine } from '../books/lines.ts';
import type { PlacesAt } from '../books/places.ts';
import { isDead } from '../dead/dead.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';

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
 * And a coin of SPACE of every check before it that no block has: of all of them one confirms at most, and one deposit costs one check in a
 * block. Once a block has spent what pays for a check, or has it no more, another coin may pay.
 * @param paying names of the coins that pay for the new build
 * @throws Refusal bridge-exit-made
 */
export async function requireSameSpace(
  { source: { mvc }, mvcPlaces }: Pick<BridgeParts, 'source' | 'mvcPlaces'>,
  living: readonly BridgeLine[],
  paying: readonly string[],
): Promise<void> {
  for (const { fees, id } of living) {
    if (fees.some(({ coin }) => paying.includes(coin))) continue;
    const makers = await mvcPlaces.of(fees.map(({ coin }) => coin.slice(0, 64)));
    const areThere = await Promise.all(
      fees.map(async ({ coin }) => {
        const maker = makers.get(coin.slice(0, 64));
        if (maker === undefined) return false;
        return (
          (await mvc.chain.unspent(outpoint(maker.tx.txid, Number(coin.slice(65))), 'blocks')) !== undefined
        );
      }),
    );
    if (areThere.every(Boolean))
      throw new Refusal('bridge-exit-made', `${id} has a check that waits, and other SPACE pays for it`);
  }
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
