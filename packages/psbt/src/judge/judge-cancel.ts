/** Whether a transaction is the hard cancel that was agreed: the order's coin is spent, everything stays, and the network is paid. */
import { checkHome, checkLoss, checkMoney } from './judge-parts.ts';
import { problemIf } from './problem.ts';
import type { Problem } from './problem.ts';
import type { Reading } from './reading.ts';

interface CancelExpectation {
  readonly owner: Uint8Array;
  /** The coin of the order. */
  readonly outpoint: string;
}

/** Neither its network fee nor its signatures are judged here. Returns nothing when all is as agreed. */
export function checkCancel(read: Reading, { owner, outpoint }: CancelExpectation): readonly Problem[] {
  return [
    ...problemIf(!read.coins.some((coin) => coin.outpoint === outpoint), 'order-coin-kept'),
    ...checkHome(read, owner),
    ...checkMoney(read, owner, [outpoint]),
    ...checkLoss(read),
  ];
}
