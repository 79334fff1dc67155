/** Prepared takes, trades and the outbox in the database. State changes are compare-and-set along the trade table. */
import { tip } from '@rialto/ground';
import { LIVE_TRADE_STATUSES, TRADE_TABLE, tradeStatusesBefore } from '@rialto/market';
import type { TradeEvent, TradeStatus } from '@rialto/market';
import { hexToBytes, invariant, isFlaw, readTransaction, virtualSize } from '@rialto/protocols';
import { and, arrayOverlaps, desc, eq, inArray, lt, lte, ne, notExists, notInArray, sql } from 'drizzle-orm';
import { among } from './database.ts';
import type { Queries } from './database.ts';
import { notifyTrade } from './notices.ts';
import { outbox, preparedCancels, takes, trades } from './schema/index.ts';

export type TakeRow = typeof takes.$inferSelect;
export type TradeRow = typeof trades.$inferSelect;
export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutbox = typeof outbox.$inferInsert;

/** Of a transaction on its way: committed, in no block, not given up. */
export const ON_ITS_WAY = ['waiting', 'sent'] as const satisfies readonly OutboxRow['status'][];

export const isOnItsWay = (row: OutboxRow | undefined): boolean =>
  row?.status === 'waiting' || row?.status === 'sent';

export async function insertTake(db: Queries, take: typeof takes.$inferInsert): Promise<void> {
  await db.insert(takes).values(take);
}

export async function findTake(db: Queries, id: string): Promise<TakeRow | undefined> {
  const [row] = await db.select().from(takes).where(eq(takes.id, id)).limit(1);
  return row;
}

/** The plan of a purchase that waits is kept: its buyer may want to pay more. */
export async function dropOldTakes(db: Queries): Promise<void> {
  const standing = db
    .select({ id: trades.id })
    .from(trades)
    .where(and(eq(trades.id, takes.id), notInArray(trades.status, ['final', 'void'])));
  await db.delete(takes).where(and(lt(takes.expiresAt, sql`now() - interval '1 hour'`), notExists(standing)));
}

export async function insertTrade(db: Queries, trade: typeof trades.$inferInsert): Promise<void> {
  await db.insert(trades).values(trade);
  await notifyTrade(db, trade.id);
}

/** The same for a trade that may stand already. */
export async function insertTradeOnce(db: Queries, trade: typeof trades.$inferInsert): Promise<void> {
  await db.insert(trades).values(trade).onConflictDoNothing();
  await notifyTrade(db, trade.id);
}

export async function findTrade(db: Queries, id: string): Promise<TradeRow | undefined> {
  const [row] = await db.select().from(trades).where(eq(trades.id, id)).limit(1);
  return row;
}

/** The purchases of an address in one book, newest first. */
export async function tradesOfAddress(db: Queries, address: string, orderType: number): Promise<TradeRow[]> {
  return db
    .select()
    .from(trades)
    .where(and(eq(trades.buyerAddress, address), eq(trades.orderType, orderType)))
    .orderBy(desc(trades.createdAt))
    .limit(100);
}

/** The trades that stand for these transactions; void ones gave theirs up. */
export async function tradesByTxid(db: Queries, txids: readonly string[]): Promise<TradeRow[]> {
  if (txids.length === 0) return [];
  return db
    .select()
    .from(trades)
    .where(and(among(trades.txid, txids), ne(trades.status, 'void')));
}

/** The trades a block confirmed that may still be undone. */
export async function tradesMinedAt(db: Queries, height: number): Promise<TradeRow[]> {
  return db
    .select()
    .from(trades)
    .where(and(eq(trades.status, 'confirmed'), eq(trades.height, height)));
}

export async function tradesWithStatus(db: Queries, statuses: readonly TradeStatus[]): Promise<TradeRow[]> {
  return db
    .select()
    .from(trades)
    .where(inArray(trades.status, [...statuses]));
}

export const liveTrades = (db: Queries): Promise<TradeRow[]> => tradesWithStatus(db, LIVE_TRADE_STATUSES);

function nextStatusSql(event: TradeEvent) {
  const cases = tradeStatusesBefore(event).map(
    (status) => sql`when ${trades.status} = ${status} then ${TRADE_TABLE[status][event]}`,
  );
  return sql<TradeStatus>`case ${sql.join(cases, sql` `)} else ${trades.status} end`;
}

export interface TradeStep {
  readonly ids: readonly string[];
  readonly event: TradeEvent;
  /** Only from these of the states the table allows. */
  readonly from?: readonly TradeStatus[];
  readonly set?: Partial<typeof trades.$inferInsert>;
}

/** Moves trades along the table; those in another state stay. @returns the moved ones */
export async function moveTrades(db: Queries, step: TradeStep): Promise<TradeRow[]> {
  if (step.ids.length === 0) return [];
  const allowed = tradeStatusesBefore(step.event);
  const from = step.from === undefined ? allowed : allowed.filter((status) => step.from?.includes(status));
  const moved = await db
    .update(trades)
    .set({ status: nextStatusSql(step.event), updatedAt: sql`now()`, ...step.set })
    .where(and(inArray(trades.id, [...step.ids]), inArray(trades.status, [...from])))
    .returning();
  for (const row of moved) await notifyTrade(db, row.id);
  return moved;
}

/**
 * Writes a final transaction before anything is sent; the same transaction twice is the same row. One that was given up, or whose
 * place another took in vain, is tried anew, for whoever tries it now.
 */
export async function insertOutbox(db: Queries, row: NewOutbox): Promise<void> {
  const { raw, kind, reference, status, replaces = null, fee = null } = row;
  const tx = readTransaction(hexToBytes(raw));
  invariant(!isFlaw(tx), 'what we send we can read');
  const sinceHeight = sql`(select ${tip.height} from ${tip})`;
  await db
    .insert(outbox)
    // What one database transaction writes is sent in the order it was written.
    .values({ ...row, vsize: virtualSize(tx), sinceHeight, createdAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: outbox.txid,
      set: {
        ...{ raw, kind, reference, status, replaces, fee },
        ...{ height: null, lastAnswer: '', sinceHeight, stuckAt: null },
      },
      setWhere: inArray(outbox.status, ['void', 'replaced']),
    });
}

/** The node has it. @returns false when the row is void or buried by now: then its trade is not to be moved */
export async function markSent(db: Queries, txid: string): Promise<boolean> {
  const marked = await db
    .update(outbox)
    .set({ status: 'sent', lastAnswer: '', attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.txid, txid), inArray(outbox.status, ON_ITS_WAY)))
    .returning({ txid: outbox.txid });
  return marked.length === 1;
}

/** Gives a transaction up that is in no block. @returns false when it was given up before, or a block has it */
export async function voidOutbox(db: Queries, txid: string, reason: string): Promise<boolean> {
  const given = await db
    .update(outbox)
    .set({ status: 'void', lastAnswer: reason })
    .where(and(eq(outbox.txid, txid), inArray(outbox.status, ON_ITS_WAY)))
    .returning({ txid: outbox.txid });
  return given.length === 1;
}

/** A block was undone: whatever it held of ours waits for a block again. */
export async function unmineOutbox(db: Queries, height: number): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'sent', height: null })
    .where(and(eq(outbox.status, 'confirmed'), eq(outbox.height, height)));
}

/** What lies at or below this height is done with. */
export async function buryOutbox(db: Queries, height: number): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'final' })
    .where(and(eq(outbox.status, 'confirmed'), lte(outbox.height, height)));
}

/** What still has to reach the chain. */
export async function unfinishedOutbox(db: Queries): Promise<OutboxRow[]> {
  return db
    .select()
    .from(outbox)
    .where(notInArray(outbox.status, ['final', 'void', 'replaced']))
    .orderBy(outbox.createdAt);
}

/** Transactions of ours on their way that spend one of these outpoints. */
export async function outboxSpending(db: Queries, points: readonly string[]): Promise<OutboxRow[]> {
  if (points.length === 0) return [];
  return db
    .select()
    .from(outbox)
    .where(and(arrayOverlaps(outbox.inputs, [...points]), inArray(outbox.status, ON_ITS_WAY)));
}

export async function findOutbox(db: Queries, txids: readonly string[]): Promise<OutboxRow[]> {
  if (txids.length === 0) return [];
  return db.select().from(outbox).where(among(outbox.txid, txids));
}

export async function setOutbox(
  db: Queries,
  txids: readonly string[],
  set: Partial<NewOutbox> & { attempted?: boolean },
): Promise<void> {
  if (txids.length === 0) return;
  const { attempted, ...columns } = set;
  const count = attempted === true ? { attempts: sql`${outbox.attempts} + 1` } : {};
  await db
    .update(outbox)
    .set({ ...columns, ...count })
    .where(inArray(outbox.txid, [...txids]));
}

/** Keeps what was built for a hard cancel; a newer one replaces it. */
export async function keepCancel(db: Queries, row: typeof preparedCancels.$inferInsert): Promise<void> {
  const { plan, expiresAt } = row;
  await db
    .insert(preparedCancels)
    .values(row)
    .onConflictDoUpdate({ target: preparedCancels.orderId, set: { plan, expiresAt } });
}

export async function keptCancel(
  db: Queries,
  orderId: string,
): Promise<typeof preparedCancels.$inferSelect | undefined> {
  const [row] = await db.select().from(preparedCancels).where(eq(preparedCancels.orderId, orderId)).limit(1);
  return row;
}
