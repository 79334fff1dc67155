/** What becomes of protected asks when something happens to the transactions that lock their lots or bring them home. */
import type { Purpose } from '../../outbox/purpose.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The reference is the order's id. What a block makes of it the listener reads from the chain. */
export const LOCK_LOT: Purpose = {
  name: 'lock-lot',
  exclusive: true,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};

/** An exit. The reference is the order's id, which is over by then, or ends with its coin. */
export const LEAVE_LOCK: Purpose = {
  name: 'leave-lock',
  exclusive: false,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};
