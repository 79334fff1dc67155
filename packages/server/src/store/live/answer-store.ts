/** Answers to live bids in the database. A state is only ever left by a statement that names it; the half and the kept coins go with `waiting`. */
import type { Outpoint } from '@rialto/protocols';
import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { notifyAnswer } from '../notices.ts';
import { liveAnswers, liveCoins, orders, trades } from '../schema/index.ts';
import type { LiveAnswerStatus } from '../schema/live.ts';

export type AnswerRow = typeof liveAnswers.$inferSelect;

export async function insertAnswer(db: Queries, row: typeof liveAnswers.$inferInsert): Promise<void> {
  await db.insert(liveAnswers).values(row);
}

/** An answer with the order it is for and the trade it became. */
export async function shownAnswer(db: Queries, id: string) {
  const [row] = await db
    .select({ answer: liveAnswers, order: orders, trade: trades })
    .from(liveAnswers)
    .innerJoin(orders, eq(orders.id, liveAnswers.orderId))
    .leftJoin(trades, eq(trades.id, liveAnswers.id))
    .where(eq(liveAnswers.id, id))
    .limit(1);
  return row;
}
export type ShownAnswer = NonNullable<Awaited<ReturnType<typeof shownAnswer>>>;

// By the one clock that all servers share, and not that of the start of a transaction, which may have waited.
const inTime = gt(liveAnswers.signBy, sql`clock_timestamp()`);
const overdue = lte(liveAnswers.signBy, sql`clock_timestamp()`);

/** Those that wait for this bidder and can still be signed, the most urgent first. */
export async function waitingFor(db: Queries, bidderAddress: string): Promise<AnswerRow[]> {
  return db
    .select()
    .from(liveAnswers)
    .where(and(eq(liveAnswers.bidderAddress, bidderAddress), eq(liveAnswers.status, 'waiting'), inTime))
    .orderBy(asc(liveAnswers.signBy));
}

/** The answer that waits for the bidder of this bid. */
export async function waitingAnswer(db: Queries, orderId: string): Promise<AnswerRow | undefined> {
  const [row] = await db
    .select()
    .from(liveAnswers)
    .where(and(eq(liveAnswers.orderId, orderId), eq(liveAnswers.status, 'waiting')))
    .limit(1);
  return row;
}

/** True while the time of an answer runs. */
export async function isInTime(db: Queries, id: string): Promise<boolean> {
  const [row] = await db
    .select({ id: liveAnswers.id })
    .from(liveAnswers)
    .where(and(eq(liveAnswers.id, id), inTime))
    .limit(1);
  return row !== undefined;
}

/** How many answers a seller has prepared and not signed. */
export async function preparedBy(db: Queries, sellerAddress: string): Promise<number> {
  const [row] = await db
    .select({ prepared: sql<number>`count(*)::int` })
    .from(liveAnswers)
    .where(and(eq(liveAnswers.sellerAddress, sellerAddress), eq(liveAnswers.status, 'prepared'), inTime));
  return row?.prepared ?? 0;
}

interface Signed {
  readonly witness: readonly string[];
  /** How long it waits from now on, in milliseconds. */
  readonly forMs: number;
  /** What the sale spends, and whose it is. */
  readonly coins: readonly { readonly outpoint: string; readonly ownerAddress: string }[];
}

/**
 * The seller's half is there: the answer waits for its bidder, and its coins are kept until it ends.
 * @returns false when it was not merely prepared
 * @throws the database's own error where the bid has another answer (`live_answers_waiting`) or a coin another one (`live_coins_pkey`)
 */
export async function beginWaiting(tx: Tx, id: string, { witness, forMs, coins }: Signed): Promise<boolean> {
  const signBy = sql`clock_timestamp() + ${`${forMs} milliseconds`}::interval`;
  const moved = await tx
    .update(liveAnswers)
    .set({ status: 'waiting', witness, signBy })
    .where(and(eq(liveAnswers.id, id), eq(liveAnswers.status, 'prepared')))
    .returning({ id: liveAnswers.id });
  if (moved.length === 0) return false;
  await tx.insert(liveCoins).values(coins.map((coin) => ({ ...coin, answerId: id })));
  await notifyAnswer(tx, id);
  return true;
}

interface AnswerStep {
  readonly from: LiveAnswerStatus;
  readonly to: Exclude<LiveAnswerStatus, 'prepared' | 'waiting'>;
  readonly reason?: string;
  /** Only while its time runs, or only when it has run out. */
  readonly when?: 'in time' | 'overdue';
}

/** Ends an answer, or lets it become a trade. @returns the row as it was, with its half; undefined when it was in another state */
export async function endAnswer(
  tx: Tx,
  id: string,
  { from, to, reason = '', when }: AnswerStep,
): Promise<AnswerRow | undefined> {
  const timely = when === undefined ? undefined : when === 'overdue' ? overdue : inTime;
  const [before] = await tx
    .select()
    .from(liveAnswers)
    .where(and(eq(liveAnswers.id, id), eq(liveAnswers.status, from), timely))
    .for('update');
  if (before === undefined) return undefined;
  await tx.update(liveAnswers).set({ status: to, reason, witness: null }).where(eq(liveAnswers.id, id));
  // What became a trade is kept by its transaction from now on.
  await tx.delete(liveCoins).where(eq(liveCoins.answerId, id));
  await notifyAnswer(tx, id);
  return before;
}

/** Answers whose bidder has let the time run out. */
export async function overdueAnswers(db: Queries): Promise<AnswerRow[]> {
  return db
    .select()
    .from(liveAnswers)
    .where(and(eq(liveAnswers.status, 'waiting'), overdue));
}

/** Answers to these bids that wait, or could still be signed by their sellers. */
export async function answersUnderWay(tx: Tx, orderIds: readonly string[]): Promise<AnswerRow[]> {
  if (orderIds.length === 0) return [];
  return tx
    .select()
    .from(liveAnswers)
    .where(
      and(inArray(liveAnswers.orderId, [...orderIds]), inArray(liveAnswers.status, ['prepared', 'waiting'])),
    );
}

/** Which of these outpoints are in an answer that waits. */
export async function keptLiveCoins(db: Queries, points: readonly string[]): Promise<Outpoint[]> {
  if (points.length === 0) return [];
  const rows = await db
    .select({ outpoint: liveCoins.outpoint })
    .from(liveCoins)
    .where(inArray(liveCoins.outpoint, [...points]));
  return rows.map(({ outpoint }) => outpoint as Outpoint);
}

/** Coins of an address that are in an answer which waits, each with its bid. */
export function liveCoinsOf(db: Queries, ownerAddress: string) {
  return db
    .select({ outpoint: liveCoins.outpoint, id: liveAnswers.orderId })
    .from(liveCoins)
    .innerJoin(liveAnswers, eq(liveAnswers.id, liveCoins.answerId))
    .where(eq(liveCoins.ownerAddress, ownerAddress));
}

/** What was prepared and never signed, and what ended an hour ago; what became a trade stays with it. */
export async function dropOldAnswers(db: Queries): Promise<void> {
  await db
    .delete(liveAnswers)
    .where(
      and(
        inArray(liveAnswers.status, ['prepared', 'absent', 'declined', 'failed']),
        lt(liveAnswers.signBy, sql`now() - interval '1 hour'`),
      ),
    );
}
