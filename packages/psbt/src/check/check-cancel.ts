/** Whether a transaction is the hard cancel that was agreed: the order's coin is spent, everything stays, and the network is paid. */
import { checkHome, checkLoss, checkMoney } from './check-parts.ts';
import { mismatchIf } from './mismatch.ts';
import type { Mismatch } from './mismatch.ts';
import type { Reading } from './reading.ts';

interface CancelExpectation {
  readonly owner: Uint8Array;
  /** The coin of the order. */
  readonly outpoint: string;
}

/** Neither its network fee nor its signatures are checked here. Returns nothing when all is as agreed. */
export function checkCancel(read: Reading, { owner, outpoint }: CancelExpectation): readonly Mismatch[] {
  return [
    ...mismatchIf(!read.coins.some((coin) => coin.outpoint === outpoint), 'order-coin-kept'),
    ...checkHome(read, owner),
    ...checkMoney(read, owner, [outpoint]),
    ...checkLoss(read),
  ];
}
