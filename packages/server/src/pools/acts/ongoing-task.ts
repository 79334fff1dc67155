/** How an act on a pool goes, for the page that waits for it. */
import type { AnswerOf, QueryOf, TaskNews } from '@rialto/contract';
import { invariant } from '@rialto/protocols';
import { Refusal } from '@rialto/refusals';
import type { Session } from '../../session.ts';
import { findPoolAct, queueOfPool } from '../../store/pools/pool-act-store.ts';
import type { PoolActRow } from '../../store/pools/pool-act-store.ts';
import { poolNumbered } from '../../store/pools/pool-figures.ts';
import type { PoolContext } from '../context.ts';
import { movesLots } from '../moves-lots.ts';
import { partsOfPool } from '../wire-plan.ts';
import { askedKind, builtTask } from './kept-act.ts';

type Task = AnswerOf<'ongoingTask'>;

/** @throws Refusal not-found, not-yours */
export async function ongoingTask(
  context: PoolContext,
  session: Session,
  { build_id: id, address }: QueryOf<'ongoingTask'>,
): Promise<Task> {
  const { db } = context.store;
  const row = await findPoolAct(db, id);
  if (row === undefined) throw new Refusal('not-found', id);
  if (row.address !== session.address || address !== session.address) throw new Refusal('not-yours');
  const pool = await poolNumbered(db, row.pool);
  invariant(pool !== undefined, 'an act has its pool');
  const feeRate = Number(row.feeRate);
  const queue = row.status === 'waiting' ? await queueOfPool(db, row.pool) : [];
  return {
    ...builtTask(partsOfPool(pool), row),
    status: statusOf(row, context.now()),
    txid: row.txid,
    failedReason: row.reason,
    token1: 'btc',
    token2: row.asked.token2,
    feeRate,
    inflatedFeeRate: feeRate,
    inscriptionFee: row.restockFee.toString(),
    place: row.status === 'waiting' ? queue.findIndex((one) => one.id === id) : null,
  };
}

/** The same in short, for its owner's feed; the keeper's acts are nobody's. */
export function taskNews(row: PoolActRow, now: number): TaskNews | undefined {
  const { id: buildId, asked, txid, reason: failedReason } = row;
  const { token2 } = asked;
  if (asked.kind === 'refresh') return undefined;
  const type = askedKind(row);
  const kind = movesLots(row.token) ? 'swap' : 'runes';
  return { buildId, kind, type, token2, status: statusOf(row, now), txid, failedReason };
}

function statusOf({ status, expiresAt }: PoolActRow, now: number): Task['status'] {
  switch (status) {
    case 'waiting':
    case 'signed':
      return status;
    case 'built':
      return expiresAt.getTime() < now ? 'failed' : 'built';
    case 'confirmed':
    case 'final':
      return 'completed';
    case 'void':
    case 'failed':
      return 'failed';
  }
}
