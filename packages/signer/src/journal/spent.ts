/** Which coins are gone for good as our own node sees it: neither unspent nor spent by something that waits. */
import type { Chain } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';

/**
 * A coin that was never made looks the same: the caller knows that each of them once was. What leaves the mempool between the
 * two questions is unspent again, so the first is asked twice.
 */
export async function spentByBlocks(
  chain: Pick<Chain, 'unspent' | 'spendingOf'>,
  points: readonly Outpoint[],
): Promise<ReadonlySet<Outpoint>> {
  const missing = await missingOf(chain, points);
  if (missing.length === 0) return new Set();
  const spending = await chain.spendingOf(missing);
  return new Set(
    await missingOf(
      chain,
      missing.filter((point) => !spending.has(point)),
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
