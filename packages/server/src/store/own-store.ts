/** Acts on one's own transactions in the database, and how one transaction of the outbox takes another's place. */
import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { LIVE_TRADE_STATUSES } from '@rialto/market';
import type { Queries } from './database.ts';
import { notifyTrade } from './notices.ts';
import { orders, outbox, ownActs, takes, trades } from './schema/index.ts';
import type { OwnRecord } from './own-record.ts';
import type { PlanRecord } from './plan-record.ts';
import { ON_ITS_WAY } from './trade-store.ts';
import type { OutboxRow, TradeRow } from './trade-store.ts';

export type OwnActRow = typeof ownActs.$inferSelect;

export async function insertOwnAct(db: Queries, row: typeof ownActs.$inferInsert): Promise<void> {
  await db.insert(ownActs).values(row);
}

export async function findOwnAct(db: Queries, id: string): Promise<OwnActRow | undefined> {
  const [row] = await db.select().from(ownActs).where(eq(ownActs.id, id)).limit(1);
  return row;
}

const submitted = sql`cardinality(${ownActs.txids}) > 0`;
const unsubmitted = sql`cardinality(${ownActs.txids}) = 0`;

/** The act was sent as these transactions. @returns false when it was submitted before */
export async function markSubmitted(
  db: Queries,
  id: string,
  sent: { txids: readonly string[]; plan: OwnRecord },
): Promise<boolean> {
  const marked = await db
    .update(ownActs)
    .set({ txids: [...sent.txids], plan: sent.plan })
    .where(and(eq(ownActs.id, id), unsubmitted))
    .returning({ id: ownActs.id });
  return marked.length === 1;
}

const MOST_ACTS = 300;

/** What an address has sent by these acts, newest first. */
export async function ownActsOf(db: Queries, address: string): Promise<OwnActRow[]> {
  return db
    .select()
    .from(ownActs)
    .where(and(eq(ownActs.address, address), submitted))
    .orderBy(desc(ownActs.createdAt))
    .limit(MOST_ACTS);
}

/** What was prepared and never signed is forgotten, and with it the keys of reveals. */
export async function dropOldOwnActs(db: Queries): Promise<void> {
  await db.delete(ownActs).where(and(unsubmitted, lt(ownActs.expiresAt, sql`now() - interval '1 hour'`)));
}

/** Transactions of ours on their way that an address has paid for: its purchases, its cancels, its own acts. */
export async function standingOutboxOf(db: Queries, address: string): Promise<OutboxRow[]> {
  const purchases = db
    .select({ id: sql<string>`${trades.id}::text` })
    .from(trades)
    .where(and(eq(trades.buyerAddress, address), inArray(trades.status, [...LIVE_TRADE_STATUSES])));
  const cancels = db
    .select({ txid: sql<string>`${orders.cancelTxid}` })
    .from(orders)
    .where(and(eq(orders.sellerAddress, address), sql`${orders.cancelTxid} is not null`));
  const theirs = or(
    and(eq(outbox.kind, 'own'), eq(outbox.reference, address)),
    and(eq(outbox.kind, 'cancel'), inArray(outbox.txid, cancels)),
    and(eq(outbox.kind, 'trade'), inArray(outbox.reference, purchases)),
  );
  return db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.status, ON_ITS_WAY), theirs))
    .orderBy(outbox.createdAt);
}

/** A transaction on its way is not sent again: another stands for it. @returns false when it is not on its way any more */
export async function markReplaced(db: Queries, txid: string): Promise<boolean> {
  const marked = await db
    .update(outbox)
    .set({ status: 'replaced' })
    .where(and(eq(outbox.txid, txid), inArray(outbox.status, ON_ITS_WAY)))
    .returning({ txid: outbox.txid });
  return marked.length === 1;
}

/** What was replaced stands again: the one in its place did not get through. */
export async function markStanding(db: Queries, txid: string): Promise<boolean> {
  const marked = await db
    .update(outbox)
    .set({ status: 'sent', lastAnswer: '' })
    .where(and(eq(outbox.txid, txid), eq(outbox.status, 'replaced')))
    .returning({ txid: outbox.txid });
  return marked.length === 1;
}

/** A trade goes by another transaction from now on. @returns undefined when it went by a third one, or is over */
export async function retargetTrade(
  db: Queries,
  step: { id: string; from: string; to: string; fee: bigint | null },
): Promise<TradeRow | undefined> {
  const fee = step.fee === null ? {} : { networkFee: step.fee };
  const [moved] = await db
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
  if (moved !== undefined) await notifyTrade(db, moved.id);
  return moved;
}

/** The purchase as it is now, for the next who wants to pay more. */
export async function keepTakePlan(
  db: Queries,
  id: string,
  { plan, unsigned }: { plan: PlanRecord; unsigned: string },
): Promise<void> {
  await db.update(takes).set({ plan, unsigned }).where(eq(takes.id, id));
}

/** Blocks a transaction may wait before its owner is told. */
export const PATIENT_BLOCKS = 2;

/** Marks what has waited longer than that at this height, each once. */
export async function markStuck(db: Queries, height: number): Promise<void> {
  await db
    .update(outbox)
    .set({ stuckAt: sql`now()` })
    .where(
      and(
        inArray(outbox.status, ON_ITS_WAY),
        isNull(outbox.stuckAt),
        lt(outbox.sinceHeight, height - PATIENT_BLOCKS),
      ),
    );
}
