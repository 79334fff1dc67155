/** Prepared takes, prepared cancels and trades in the database. State changes are compare-and-set along the trade table. */
import { LIVE_TRADE_STATUSES, TRADE_MACHINE } from '@rialto/market';
import type { TradeEvent, TradeStatus } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { RefusalCode } from '@rialto/refusals';
import { and, desc, eq, inArray, isNull, lt, ne, notExists, notInArray, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { allows, nextState } from '../moves.ts';
import { notifyTrade } from '../notices.ts';
import { preparedCancels, takes, trades } from '../schema/index.ts';

export type TakeRow = typeof takes.$inferSelect;
export type TradeRow = typeof trades.$inferSelect;

export async function insertTake(db: Queries, take: typeof takes.$inferInsert): Promise<void> {
  await db.insert(takes).values(take);
}

export async function findTake(db: Queries, id: string): Promise<TakeRow | undefined> {
  const [row] = await db.select().from(takes).where(eq(takes.id, id)).limit(1);
  return row;
}

/** So many of a buyer's prepared purchases are looked through for an order: nobody prepares more before a signature is there. */
const LATEST_TAKES = 1_000;

/** Of the latest purchases of an order that were prepared for a buyer: the latest with this very transaction, or else the latest. */
export async function takeOfOrder(
  db: Queries,
  { orderId, buyerAddress, unsigned }: Pick<TakeRow, 'buyerAddress' | 'unsigned'> & { orderId: string },
): Promise<TakeRow | undefined> {
  const { id, orderIds, unsigned: built, expiresAt } = takes;
  const latest = db
    .select({ id, orderIds, built, expiresAt })
    .from(takes)
    .where(eq(takes.buyerAddress, buyerAddress))
    .orderBy(desc(expiresAt))
    .limit(LATEST_TAKES)
    .as('latest');
  const [found] = await db
    .select({ id: latest.id })
    .from(latest)
    .where(sql`${latest.orderIds} @> ${JSON.stringify([orderId])}::jsonb`)
    .orderBy(desc(eq(latest.built, unsigned)), desc(latest.expiresAt))
    .limit(1);
  return found === undefined ? undefined : findTake(db, found.id);
}

/** The plan of a purchase that waits is kept: its buyer may want to pay more. */
export async function dropOldTakes(db: Queries): Promise<void> {
  const existing = db
    .select({ id: trades.id })
    .from(trades)
    .where(and(eq(trades.id, takes.id), notInArray(trades.status, ['final', 'void'])));
  await db.delete(takes).where(and(lt(takes.expiresAt, sql`now() - interval '1 hour'`), notExists(existing)));
}

export async function insertTrade(tx: Tx, trade: typeof trades.$inferInsert): Promise<void> {
  await tx.insert(trades).values(trade);
  await notifyTrade(tx, trade.id);
}

/** The same for a trade that may exist already. */
export async function insertTradeOnce(tx: Tx, trade: typeof trades.$inferInsert): Promise<void> {
  await tx.insert(trades).values(trade).onConflictDoNothing();
  await notifyTrade(tx, trade.id);
}

export async function findTrade(db: Queries, id: string): Promise<TradeRow | undefined> {
  const [row] = await db.select().from(trades).where(eq(trades.id, id)).limit(1);
  return row;
}

/** Who asked for the trade: the buyer of asks, the seller into a bid. */
export const takerOf = ({ buyerAddress, sellerAddress }: TradeRow): string => sellerAddress ?? buyerAddress;

const MAX_TRADES = 100;

/** What an address bought and sold into bids in one book, newest first. */
export async function tradesOfAddress(
  db: Queries,
  address: string,
  types: readonly number[],
): Promise<TradeRow[]> {
  const ofBook = inArray(trades.orderType, [...types]);
  const latest = (taken: SQL | undefined): Promise<TradeRow[]> =>
    db.select().from(trades).where(and(taken, ofBook)).orderBy(desc(trades.createdAt)).limit(MAX_TRADES);
  const bought = await latest(and(eq(trades.buyerAddress, address), isNull(trades.sellerAddress)));
  const sold = await latest(eq(trades.sellerAddress, address));
  return [...bought, ...sold]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MAX_TRADES);
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

interface TradeStep {
  readonly ids: readonly string[];
  readonly event: TradeEvent;
  /** Only from these of the states the table allows. */
  readonly from?: readonly TradeStatus[];
  readonly set?: Partial<Omit<TradeRow, 'id' | 'status'>>;
}

/** Moves trades along the table; those in another state stay, so that news may be told twice. @returns the moved ones */
export async function moveTrades(tx: Tx, { ids, event, from, set }: TradeStep): Promise<TradeRow[]> {
  if (ids.length === 0) return [];
  const moved = await tx
    .update(trades)
    .set({ ...set, status: nextState(TRADE_MACHINE, event, trades.status), updatedAt: sql`now()` })
    .where(and(inArray(trades.id, [...ids]), allows(TRADE_MACHINE, event, trades.status, from)))
    .returning();
  for (const row of moved) await notifyTrade(tx, row.id);
  return moved;
}

/**
 * The same for what somebody asks for.
 * @throws Refusal `refusal`, `event-not-allowed` unless it says otherwise, when the trade is in another state
 */
export async function requireMoveTrade(
  tx: Tx,
  { id, ...step }: Omit<TradeStep, 'ids'> & { readonly id: string },
  refusal: RefusalCode = 'event-not-allowed',
): Promise<TradeRow> {
  const [moved] = await moveTrades(tx, { ...step, ids: [id] });
  if (moved === undefined) throw new Refusal(refusal, `${step.event}: trade ${id}`);
  return moved;
}

/** A trade goes by another transaction from now on. @returns undefined when it went by a third one, or is over */
export async function retargetTrade(
  tx: Tx,
  step: { id: string; from: string; to: string; fee: bigint | null },
): Promise<TradeRow | undefined> {
  const fee = step.fee === null ? {} : { networkFee: step.fee };
  const [moved] = await tx
    .update(trades)
    .set({ txid: step.to, updatedAt: sql`now()`, ...fee })
    .where(
      and(
        eq(trades.id, step.id),
        eq(trades.txid, step.from),
        inArray(trades.status, [...LIVE_TRADE_STATUSES]),
      ),
    )
    .returning();
  if (moved !== undefined) await notifyTrade(tx, moved.id);
  return moved;
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
