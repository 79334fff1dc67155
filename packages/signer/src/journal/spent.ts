/** Which coins are gone for good as our own node sees it: neither unspent nor spent by something that waits. */
import type { Chain } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';

/**
 * A coin that was never made looks the same: the caller knows that each of them once was. In the end the blocks alone are asked: in the
 * mempool a coin may be spent and free again between two questions, as often as its owner likes. What only the mempool ever had is asked for
 * once more there, for what left it meanwhile.
 */
export async function spentByBlocks(
  chain: Pick<Chain, 'unspent' | 'settledAt' | 'spendingOf'>,
  points: readonly Outpoint[],
): Promise<ReadonlySet<Outpoint>> {
  const missing = await missingOf(chain, points);
  if (missing.length === 0) return new Set();
  const spending = await chain.spendingOf(missing);
  const lost = missing.filter((point) => !spending.has(point));
  if (lost.length === 0) return new Set();
  const { coins } = await chain.settledAt(lost);
  return new Set(
    await missingOf(
      chain,
      lost.filter((point) => !coins.has(point)),
    ),
  );
}

async function missingOf(
  chain: Pick<Chain, 'unspent'>,
  points: readonly Outpoint[],
): Promise<readonly Outpoint[]> {
  if (points.length === 0) return [];
  const unspent = await chain.unspent(points);
  return points.filter((point) => !unspent.has(point));
}
