/** Acts on pools that were signed and that no block has: those that can still confirm, and what they take and make. */
import { coinFromWire } from '@rialto/contract';
import { stillPending } from '@rialto/market';
import { invariant, isTxid } from '@rialto/protocols';
import type { Outpoint } from '@rialto/protocols';
import { poolCoinsMade } from '@rialto/psbt';
import type { PoolActRow } from '../store/pools/pool-act-store.ts';
import { poolCoinFates } from '../store/pools/pool-figures.ts';
import type { PoolContext } from './context.ts';
import type { PendingAct } from './pool-state.ts';
import { planOfKept, spendsOf } from './wire-plan.ts';
import type { PoolParts } from './wire-plan.ts';

/** The lots that a purchase takes. */
export function boughtLots({ row, change }: PendingAct): Outpoint[] {
  const lots = change.d1 > 0n && change.d2 < 0n ? (row.plan?.lots?.coins ?? []) : [];
  return lots.map((coin) => coinFromWire(coin).outpoint);
}

export function pendingOf(row: PoolActRow, parts: PoolParts): PendingAct {
  const { plan, txid, d1, d2, ds } = row;
  invariant(plan !== null && txid !== null && isTxid(txid), 'what was signed has a plan');
  const gives = poolCoinsMade(planOfKept(parts, plan), txid);
  return {
    id: txid,
    txid,
    spends: spendsOf(plan),
    makes: gives.map(({ outpoint }) => outpoint),
    change: { d1, d2, ds },
    row,
    gives,
    isLive: row.status === 'signed',
  };
}

/**
 * Those that can still confirm. A coin of the pool that is no coin of it any more was spent by a block; of lots, and of what its payers brought, a block
 * had every coin when it was signed, so one that is gone without its act was spent by another.
 */
export async function possible(
  { store, chain }: Pick<PoolContext, 'store' | 'chain'>,
  candidates: readonly PendingAct[],
): Promise<readonly PendingAct[]> {
  if (candidates.length === 0) return [];
  const points = candidates.flatMap(({ spends }) => spends);
  const fates = await poolCoinFates(store.db, points);
  const spentBy = new Map<string, string>();
  for (const [point, by] of fates) if (by !== null) spentBy.set(point, by);
  const made = new Set(candidates.flatMap(({ makes }) => makes));
  const lost = candidates.filter(({ isLive }) => !isLive);
  const payers = lost.flatMap(({ row }) =>
    [...(row.plan?.lots?.coins ?? []), ...(row.plan?.userCoins ?? [])].map(
      ({ outpoint }) => outpoint as Outpoint,
    ),
  );
  const gone = await spentInBlocks(chain, payers);
  for (const point of gone) spentBy.set(point, 'another');
  // Built on what itself came to nothing long ago.
  for (const { row } of candidates)
    for (const { outpoint } of row.plan?.poolCoins ?? [])
      if (!fates.has(outpoint) && !made.has(outpoint)) spentBy.set(outpoint, 'another');
  const alive = new Set(stillPending(candidates, spentBy).map(({ id }) => id));
  return candidates.filter(({ id }) => alive.has(id));
}

async function spentInBlocks(
  chain: PoolContext['chain'],
  points: readonly Outpoint[],
): Promise<readonly Outpoint[]> {
  if (points.length === 0) return [];
  const [first, spending] = [await chain.unspentAt(points), await chain.spendingOf(points)];
  const missing = points.filter((point) => !first.coins.has(point) && !spending.has(point));
  // What blocks have made, blocks alone spend for good: in the mempool a coin may be spent and free again as often as its owner likes.
  const settled = missing.length === 0 ? undefined : await chain.settledAt(missing);
  return missing.filter((point) => settled?.coins.has(point) !== true);
}
