/**
 * What a stranger's transfer locks on a script of a BRC-20 pool is made free again: one too large for anybody, or one with something else on
 * its coin. The signers judge it, one of them pays and sends it; so nothing is written down here (pools §12).
 */
import { isDeepLot, largestLot } from '@rialto/market';
import { hexToBytes, lotOf } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { messageOf } from '../../repeat.ts';
import type { HeldLot } from '../../store/pools/pool-lot-store.ts';
import type { PoolContext } from '../context.ts';

/** Blocks for which a pool rests when one was freed, as the signers free no more than one in as many; a coin that was refused rests alone. */
const REST_BLOCKS = 6;
/** Of those that are locked so many are tried: one that cannot be freed keeps none of the others. */
const MOST_TRIES = 3;

interface Locking {
  readonly pool: number;
  /** All unused transfers on scripts of the pool: the largest first. */
  readonly lots: readonly HeldLot[];
  /** Those that we asked for: they stay lots while a pool grows smaller. */
  readonly own: ReadonlySet<string>;
  /** All units of the pool. */
  readonly reserve: bigint;
  /** Of the tip. */
  readonly height: number;
  /** By what is asked for. */
  readonly restsUntil: Map<string, number>;
  /** True for a refusal that passes by itself. */
  isPassing(code: RefusalCode): boolean;
}

/** @throws Refusal that passes by itself */
export async function freeLocked(context: PoolContext, locking: Locking): Promise<void> {
  const { pool, height, restsUntil } = locking;
  const isResting = (name: string): boolean => (restsUntil.get(name) ?? 0) > height;
  const rest = (name: string): void => void restsUntil.set(name, height + REST_BLOCKS);
  const own = `free ${pool}`;
  if (isResting(own)) return;
  const locked = (await lockedOf(context, locking)).filter(({ outpoint }) => !isResting(outpoint));
  for (const { outpoint: coin, place } of locked.slice(0, MOST_TRIES)) {
    try {
      const asked = { poolNumber: pool, coin, place, feeRateSatVb: (await context.plans()).slow };
      await context.turns(`pool ${pool}`, () => context.custody.poolFree(asked));
      rest(own);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || locking.isPassing(error.code)) throw error;
      const { code } = error;
      // The stock waits for a block, or an act that may give the coin does.
      if (code === 'lane-waits') continue;
      context.warn('locked tokens were not freed', { pool, coin, code, detail: messageOf(error) });
      rest(code === 'limit-reached' ? own : coin);
    }
    if (isResting(own)) return;
  }
}

async function lockedOf(
  { ledger }: Pick<PoolContext, 'ledger'>,
  { lots, own, reserve, height: tip }: Locking,
): Promise<readonly HeldLot[]> {
  const deep = lots.filter(({ outpoint, height }) => !own.has(outpoint) && isDeepLot(height, tip));
  if (deep.length === 0) return [];
  const { assets } = await ledger.assetsOn(deep.map(({ outpoint }) => outpoint));
  const most = largestLot(reserve);
  return deep.filter(({ outpoint, value, script, height, amount }) => {
    const on = assets.get(outpoint);
    // Spent by a block meanwhile.
    if (on === undefined) return false;
    const coin = { outpoint, value, script: hexToBytes(script), height, assets: on };
    return amount > most || lotOf(coin)?.kind !== 'brc20';
  });
}
