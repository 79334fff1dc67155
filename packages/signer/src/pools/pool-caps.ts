/**
 * How much may leave a pool by swaps: at once, and in an hour after what came in. Providers take out what is theirs under no cap. The operator
 * changes it by a setting and a restart.
 */
import type { PoolChange, Reserves } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';

/** In millionths of the reserve that it leaves. */
export interface PoolCaps {
  readonly swapPpm: bigint;
  readonly hourPpm: bigint;
}

const HOUR_MS = 3_600_000;
const MILLION = 1_000_000n;

/**
 * @param signed all acts of the pool
 * @throws Refusal pool-too-small when one swap takes too much, limit-reached when all of the hour do
 */
export function keepSwapToCaps(
  { swapPpm, hourPpm }: PoolCaps,
  { change, base }: { readonly change: PoolChange; readonly base: Reserves },
  { signed, now }: { readonly signed: readonly SignedPoolAct[]; readonly now: number },
): void {
  const recent = signed.filter(({ act, at }) => (act === 'buy' || act === 'sell') && now - at < HOUR_MS);
  const sides = [
    { leaves: -change.d1, others: recent.map((act) => act.change.d1), reserve: base.r1 },
    { leaves: -change.d2, others: recent.map((act) => act.change.d2), reserve: base.r2 },
  ];
  for (const { leaves, others, reserve } of sides) {
    if (leaves <= 0n) continue;
    if (leaves * MILLION > reserve * swapPpm)
      throw new Refusal('pool-too-small', `${(reserve * swapPpm) / MILLION} at most`);
    const net = others.reduce((sum, one) => sum - one, leaves);
    if (net * MILLION > reserve * hourPpm) throw new Refusal('limit-reached', 'swaps of the pool this hour');
  }
}
