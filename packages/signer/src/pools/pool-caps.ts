/**
 * How much may leave a pool by swaps: at once, and in an hour after what came in. Providers take out what is theirs under no cap; what a
 * removal sells to the pool is held to that of one swap. The operator changes it by a setting and a restart.
 */
import { PPM, requireUnderCap } from '@rialto/market';
import type { PoolChange, Reserves } from '@rialto/market';
import type { Txid } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { SignedPoolAct } from '../journal/pool-recall.ts';

/** In millionths of the reserve that it leaves. */
export interface PoolCaps {
  readonly swapPpm: bigint;
  readonly hourPpm: bigint;
}

const HOUR_MS = 3_600_000;

interface SwapsOfPool {
  /** All acts of the pool. */
  readonly signed: readonly SignedPoolAct[];
  /** Those that a block has. */
  readonly mined: ReadonlySet<Txid>;
  /** In ms. */
  readonly now: number;
}

/** An act, and the reserves that it stands on. */
type Capped = Pick<SignedPoolAct, 'act' | 'change'> & { readonly base: Reserves };

/** Something that was signed, by which tokens or sats left a pool or came into it. */
interface SignedSwap {
  readonly id: string;
  readonly at: number;
  readonly change: PoolChange;
}

/** @throws Refusal pool-too-small when one act takes too much, limit-reached when all swaps of the hour do */
export function keepActToCaps(caps: PoolCaps, asked: Capped, { signed, mined, now }: SwapsOfPool): void {
  const { act, change, base } = asked;
  const isSwap = ({ act: kind }: Pick<SignedPoolAct, 'act'>): boolean => kind === 'buy' || kind === 'sell';
  if (isSwap(asked)) keepSwapToCaps(caps, asked, { signed: signed.filter(isSwap), mined, now });
  // The part of a removal in lots that no lot makes up is sold to the pool.
  if (act === 'remove')
    requireUnderCap(-change.d1 + (change.ds * base.r1) / base.shares, base.r1, caps.swapPpm);
}

/**
 * What left counts from the signature on; what came in only once a block has it: a swap that its payer never sends, or takes back, makes no
 * room for others.
 * @param swaps.signed of the pool, swaps alone
 * @throws Refusal pool-too-small when this one takes too much, limit-reached when all of the hour do
 */
export function keepSwapToCaps(
  caps: PoolCaps,
  { change, base }: { readonly change: PoolChange; readonly base: Reserves },
  swaps: {
    readonly signed: readonly SignedSwap[];
    readonly mined: ReadonlySet<string>;
    readonly now: number;
  },
): void {
  const recent = swaps.signed.filter(({ at }) => swaps.now - at < HOUR_MS);
  const net = (side: 'd1' | 'd2'): bigint =>
    recent.reduce(
      (sum, { id, change: { [side]: came } }) => (came < 0n || swaps.mined.has(id) ? sum - came : sum),
      0n,
    );
  const sides = [
    { leaves: -change.d1, others: net('d1'), reserve: base.r1 },
    { leaves: -change.d2, others: net('d2'), reserve: base.r2 },
  ];
  for (const { leaves, others, reserve } of sides) {
    if (leaves <= 0n) continue;
    requireUnderCap(leaves, reserve, caps.swapPpm);
    if ((others + leaves) * PPM > reserve * caps.hourPpm)
      throw new Refusal('limit-reached', 'swaps of the pool this hour');
  }
}
