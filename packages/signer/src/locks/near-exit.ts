/** When a lock is too near to its exit: whoever may soon take it out alone would win while a trade of it waits. */
import type { Tip } from '@rialto/ground';
import type { Coin } from '@rialto/protocols';
import type { Lock } from '@rialto/psbt';
import { Refusal } from '@rialto/refusals';

/** No trade is signed within so many blocks of the exit. */
const BLOCKS_BEFORE_EXIT = 36;

/** A lock in no block is counted as if the next one had it. */
export function refuseNearExit({ ticket }: Lock, { height }: Coin, tip: Pick<Tip, 'height'>): void {
  const exit = (height ?? tip.height + 1) + ticket.exitAfter;
  if (tip.height + BLOCKS_BEFORE_EXIT >= exit) throw new Refusal('lock-ending', `exit at height ${exit}`);
}
