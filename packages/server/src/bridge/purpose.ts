/** Payments of mints, as the outbox sends them: what becomes of one the follower sees by its coin on the locked script. */
import type { Purpose } from '../outbox/purpose.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The reference is the order's id. */
export const BRIDGE: Purpose = {
  name: 'bridge',
  exclusive: false,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};
