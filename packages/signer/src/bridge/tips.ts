/** Where both chains are: nothing is signed unless node and index say the same of each, and its last block is young. */
import { Refusal } from '@rialto/refusals';
import { requireFreshTip } from '../pools/pool-stops.ts';
import type { BridgeParts } from './parts.ts';
import type { BridgeSource } from './source.ts';

interface TipRules {
  /** On Bitcoin; any age where nothing is said. */
  readonly mostTipAgeMs: number | undefined;
  /** On MVC. @throws Refusal mvc-standing-still */
  readonly requireFreshMvc: () => Promise<void>;
  /** Looks for blocks of MVC that were undone. */
  readonly watch: () => Promise<void>;
  readonly now: () => number;
}

export function openTips(
  { btc, mvc }: BridgeSource,
  { mostTipAgeMs, requireFreshMvc, watch, now }: TipRules,
): BridgeParts['requireTips'] {
  return async (may) => {
    const [node, index, second, secondIndex] = await Promise.all([
      btc.chain.tip(),
      btc.ledger.tip(),
      mvc.chain.tip(),
      mvc.ledger.tip(),
    ]);
    if (node.hash !== index.hash) throw new Refusal('syncing', 'the index is behind the node');
    if (second.hash !== secondIndex?.hash)
      throw new Refusal('syncing', 'the index of MVC is behind its node');
    if (may !== 'be-old') {
      await requireFreshTip(btc.chain, node, { now: now(), mostMs: mostTipAgeMs });
      await requireFreshMvc();
    }
    await watch();
    return { btc: node, mvc: second };
  };
}
