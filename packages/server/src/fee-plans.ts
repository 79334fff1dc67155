/** The fee plans of the moment, from our node, kept for a few seconds (threats I14: never older than a minute). */
import type { Chain } from '@rialto/ground';
import type { FeePlans } from '@rialto/market';
import type { Network } from '@rialto/protocols';

const KEEP_MS = 10_000;
/** Without estimates (a young or private chain) the plans still differ, so that choosing one means something. */
const QUIET: FeePlans = { eco: 1, slow: 1, avg: 2, fast: 3 };

export function openFeePlans(chain: Chain, network: Network): () => Promise<FeePlans> {
  let kept: { plans: FeePlans; at: number } | undefined;
  return async () => {
    const now = Date.now();
    if (kept !== undefined && now - kept.at < KEEP_MS) return kept.plans;
    const plans = network === 'livenet' ? await fromNode(chain) : QUIET;
    kept = { plans, at: now };
    return plans;
  };
}

/** Blocks to wait: 2, 3, 6, 144; each plan at least as high as the slower one and never under the mempool's floor. */
async function fromNode(chain: Chain): Promise<FeePlans> {
  const { byTarget, minimum } = await chain.estimateFees();
  const rate = (blocks: number, least: number): number => Math.max(byTarget.get(blocks) ?? least, least);
  const eco = rate(144, minimum);
  const slow = rate(6, eco);
  const avg = rate(3, slow);
  return { eco, slow, avg, fast: rate(2, avg) };
}
