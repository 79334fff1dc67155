/** Which exits can never be in a block any more: a block has given a coin of theirs to another transaction, as deep as the tier of their deposit (bridge §5). */
import { deadDepth } from '@rialto/market';
import type { BridgeAsset } from '@rialto/market';
import type { BridgeLine } from '../books/lines.ts';
import type { BridgeParts } from '../parts.ts';
import type { BridgeTips } from '../source.ts';
import { isDeadOnBtc } from './btc.ts';
import { isDeadOnMvc } from './mvc.ts';

/** Dropped from a mempool, replaced, old, or on a chain that stands still, is not dead. @throws Refusal syncing */
export function isDead(
  parts: Pick<BridgeParts, 'journal' | 'source' | 'mvcPlaces'>,
  asset: BridgeAsset,
  line: BridgeLine,
  tips: BridgeTips,
): Promise<boolean> {
  const needed = deadDepth(asset, BigInt(line.amount), line.chain);
  return line.chain === 'btc'
    ? isDeadOnBtc(parts, line, { tip: tips.btc, needed })
    : isDeadOnMvc(parts, line, { tip: tips.mvc, needed });
}
