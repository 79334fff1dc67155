/** Which coins are gone for good as our own node sees it: neither unspent nor spent by something that waits. */
import type { Chain } from '@rialto/ground';
import type { Outpoint } from '@rialto/protocols';

/** A coin that was never made looks the same: the caller knows that each of them once was. */
export async function spentByBlocks(
  chain: Pick<Chain, 'unspent' | 'spendingOf'>,
  points: readonly Outpoint[],
): Promise<ReadonlySet<Outpoint>> {
  const unspent = await chain.unspent(points);
  const gone = points.filter((point) => !unspent.has(point));
  if (gone.length === 0) return new Set();
  const spending = await chain.spendingOf(gone);
  return new Set(gone.filter((point) => !spending.has(point)));
}
