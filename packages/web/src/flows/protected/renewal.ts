/** When the lock of a protected ask nears its end, so that its renewal is offered. Pure. */
import { BLOCKS_BEFORE_EXIT } from '@rialto/market';

/** Of the blocks of a lock, the last tenth in which it can still be sold from. */
const LAST = 10;

interface StandingLock {
  /** The first block that may hold its exit; undefined while no block has the lock. */
  readonly exitHeight?: number | undefined;
  /** A protected ask's; other orders have no lot in a lock. */
  readonly ticket?: { readonly exitAfter: number } | undefined;
}

/** Nothing is sold from it any more: from this block on its seller may soon take the lot out alone. */
const endOf = ({ exitHeight }: StandingLock): number | undefined =>
  exitHeight === undefined ? undefined : exitHeight - BLOCKS_BEFORE_EXIT;

/** Blocks for which the lot is still offered; undefined while that is not known. */
export function blocksLeft(lock: StandingLock, height: number | undefined): number | undefined {
  const end = endOf(lock);
  return end === undefined || height === undefined ? undefined : Math.max(0, end - height);
}

export function nearsItsEnd(lock: StandingLock, height: number | undefined): boolean {
  const { ticket } = lock;
  const left = blocksLeft(lock, height);
  return ticket !== undefined && left !== undefined && left <= Math.ceil(ticket.exitAfter / LAST);
}
