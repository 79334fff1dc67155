/** How a swap goes, as its user is told. */
import type { AnswerOf } from '@rialto/contract';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { MvcContext } from '../context.ts';
import type { MvcActRow } from '../store/act-schema.ts';
import { findAct } from '../store/acts.ts';
import { pairOf } from './find-pool.ts';

type Task = AnswerOf<'mvcTask'>;

/** @throws Refusal not-found */
export async function findTask(context: MvcContext, id: string): Promise<Task> {
  const row = await findAct(context.store.db, id);
  if (row === undefined) throw new Refusal('not-found', id);
  return taskOf(context, row);
}

export async function taskOf(context: MvcContext, row: MvcActRow): Promise<Task> {
  const { ledger } = context;
  const [tip, pools] = await Promise.all([ledger.tip(), ledger.pools()]);
  const pool = pools.find(({ number }) => number === row.pool);
  invariant(pool !== undefined, 'a swap has its pool');
  const { sats, units, shares } = row.quote;
  const { height, swapRaw } = row;
  return {
    buildId: row.id,
    pair: pairOf(pool),
    side: row.side,
    sats,
    units,
    shares,
    status: wordOf(row),
    failedReason: reasonOf(row),
    core: swapRaw === null ? null : row.core,
    txid: row.txid,
    check: swapRaw === null ? null : row.checkRaw,
    parked: swapRaw === null ? null : row.parkedRaw,
    swap: swapRaw,
    height,
    confirmations: height === null || tip === undefined ? 0 : tip.height - height + 1,
  };
}

export function wordOf({ status, deadHeight }: Pick<MvcActRow, 'status' | 'deadHeight'>): Task['status'] {
  switch (status) {
    case 'confirmed':
      return 'completed';
    case 'void':
      // The block that ended it was undone: it can be mined again.
      return deadHeight === null ? 'signed' : 'failed';
    case 'waiting':
      return 'built';
    default:
      return status;
  }
}

/** Of one that waits what the node says of it, if that is anything. */
export const reasonOf = (row: MvcActRow): string => (wordOf(row) === 'signed' ? row.lastAnswer : row.reason);
