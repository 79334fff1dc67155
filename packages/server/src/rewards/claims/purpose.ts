/** What becomes of a claim when something happens to its transaction. The rows of a void one can be claimed again. */
import type { Purpose } from '../../outbox/purpose.ts';
import { moveClaim } from '../../store/rewards/claim-store.ts';

/** The reference is the claim’s id. */
export const REWARD: Purpose = {
  name: 'reward',
  exclusive: true,
  confirmed: (tx, { reference }) => moveClaim(tx, reference, 'confirmed'),
  undone: (tx, { reference }) => moveClaim(tx, reference, 'sent'),
  voided: (tx, { reference }, { reason }) => moveClaim(tx, reference, 'void', reason),
  final: (tx, { reference }) => moveClaim(tx, reference, 'final'),
};
