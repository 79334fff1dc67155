/**
 * Whose turn it is: a pool gives one turn in a block, so that who never signs stops swaps for a part of the time at most; and who left his
 * turns unused waits 1, 2, 4 … 64 blocks for the next (pools §5).
 */
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';

const MOST_EXPONENT = 6;

type Turn = Pick<PoolActRow, 'address' | 'status' | 'turnHeight' | 'kind' | 'expiresAt'>;

/**
 * Whether an address may have the pool now.
 * @param turns that the pool gave, the latest first
 * @param tip height of the block that its lanes rest on
 */
export function mayTurn(turns: readonly Turn[], address: string, tip: number): boolean {
  if (turns.some(({ turnHeight }) => turnHeight !== null && turnHeight >= tip)) return false;
  const own = turns.filter((turn) => turn.address === address);
  const used = own.findIndex(({ status }) => status !== 'failed' && status !== 'built');
  const unused = used === -1 ? own : own.slice(0, used);
  const [last, ...more] = new Set(unused.flatMap(({ turnHeight }) => turnHeight ?? []));
  return last === undefined || tip >= last + 2 ** Math.min(more.length, MOST_EXPONENT);
}

/** The turn that an address has already at this tip: what it builds anew has the rest of that one's time. */
export function ownTurn(
  turns: readonly Turn[],
  address: string,
  { tip, now }: { readonly tip: number; readonly now: number },
): Turn | undefined {
  return turns.find(
    (turn) => turn.address === address && turn.turnHeight === tip && turn.expiresAt.getTime() > now,
  );
}
