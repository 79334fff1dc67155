/** The fee plans of the moment, from our node, kept for a few seconds (threats §I14: never older than a minute). */
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
    // The private chain is always quiet; what a node guesses there differs from block to block.
    const plans = network === 'regtest' ? QUIET : await fromNode(chain);
    kept = { plans, at: now };
    return plans;
  };
}

/**
 * Blocks to wait: 2, 3, 6, 144; each plan at least as high as the slower one and never under the mempool's floor. A node
 * without any estimate gives the quiet plans.
 */
async function fromNode(chain: Chain): Promise<FeePlans> {
  const { byTarget, minimum } = await chain.estimateFees();
  const rate = (blocks: number, least: number, quiet: number): number =>
    Math.max(byTarget.get(blocks) ?? (byTarget.size === 0 ? quiet : least), least);
  const eco = rate(144, minimum, QUIET.eco);
  const slow = rate(6, eco, QUIET.slow);
  const avg = rate(3, slow, QUIET.avg);
  return { eco, slow, avg, fast: rate(2, avg, QUIET.fast) };
}
