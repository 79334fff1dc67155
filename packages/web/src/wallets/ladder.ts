/** What a ladder of bids asks of the connected wallet. */
import type { Wallet } from './wallet.ts';

/** The funding, and of each rung a promise and the way out. */
export const transactionsOfLadder = (rungs: number): number => 1 + 2 * rungs;

/** How many pop-ups the owner of a ladder answers: one where the wallet signs several transactions behind it, else one for each. */
export function popupsOfLadder({ can }: Pick<Wallet, 'can'>, rungs: number): number {
  return can.batch ? 1 : transactionsOfLadder(rungs);
}
