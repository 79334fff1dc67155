/** A transaction somebody sent for nothing but themselves: nobody else waits for it. */
import type { Purpose } from '../outbox/purpose.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The reference is the address whose own it is. */
export const OWN: Purpose = {
  name: 'own',
  exclusive: false,
  confirmed: nothing,
  undone: nothing,
  voided: nothing,
};
