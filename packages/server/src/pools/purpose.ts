/** What becomes of an act on a pool when something happens to its transaction. */
import type { Purpose } from '../outbox/purpose.ts';
import { markTakenBack, movePoolActs } from '../store/pools/pool-act-store.ts';
import { usersPart } from './wire-plan.ts';
import { writeTraces } from '../store/pools/pool-trace-store.ts';

/** The reference is the act's id. Void is a judgement of the mempool: it counts for the price until a block settles it. */
export const POOL: Purpose = {
  name: 'pool',
  exclusive: true,
  confirmed: async (tx, { reference }, { height }) => {
    await movePoolActs(tx, [reference], 'mine', { height, reason: '' });
  },
  undone: async (tx, { reference }) => {
    await movePoolActs(tx, [reference], 'undo', { height: null });
  },
  voided: async (tx, { reference }, { reason, points }) => {
    const [act] = await movePoolActs(tx, [reference], 'fail', { reason });
    const own = act?.plan ? usersPart(act.plan) : [];
    const taken = own.flatMap(({ outpoint }) => points.filter((point) => point === outpoint));
    if (taken.length === 0) return;
    await markTakenBack(tx, reference);
    await writeTraces(tx, { act: reference, points: taken });
  },
  final: async (tx, { reference }) => {
    await movePoolActs(tx, [reference], 'finalise');
  },
};
