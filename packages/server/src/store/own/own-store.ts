/** Acts on one's own transactions in the database, and which transactions of the outbox are an address's own. */
import { LIVE_OUTBOX_STATUSES, LIVE_TRADE_STATUSES } from '@rialto/market';
import { and, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import type { OutboxRow } from '../outbox-store.ts';
import type { OwnRecord } from './own-record.ts';
import type { PlanRecord } from '../orders/plan-record.ts';
import { asks, orders, outbox, ownActs, takes, trades } from '../schema/index.ts';

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
  tx: Tx,
  id: string,
  sent: { txids: readonly string[]; plan: OwnRecord },
): Promise<boolean> {
  const marked = await tx
    .update(ownActs)
    .set({ txids: [...sent.txids], plan: sent.plan })
    .where(and(eq(ownActs.id, id), unsubmitted))
    .returning({ id: ownActs.id });
  return marked.length === 1;
}

const MAX_ACTS = 300;

/** What an address has sent by these acts, newest first. */
export async function ownActsOf(db: Queries, address: string): Promise<OwnActRow[]> {
  return db
    .select()
    .from(ownActs)
    .where(and(eq(ownActs.address, address), submitted))
    .orderBy(desc(ownActs.createdAt))
    .limit(MAX_ACTS);
}

/** What was prepared and never signed is forgotten, and with it the keys of reveals. */
export async function dropOldOwnActs(db: Queries): Promise<void> {
  await db.delete(ownActs).where(and(unsubmitted, lt(ownActs.expiresAt, sql`now() - interval '1 hour'`)));
}

/** Transactions of ours on their way that an address has paid for: its purchases, its sales into bids, its cancels, its own acts. */
export async function activeOutboxOf(db: Queries, address: string): Promise<OutboxRow[]> {
  const purchases = db
    .select({ id: sql<string>`${trades.id}::text` })
    .from(trades)
    .where(
      and(
        or(and(eq(trades.buyerAddress, address), eq(trades.side, 'ask')), eq(trades.sellerAddress, address)),
        inArray(trades.status, [...LIVE_TRADE_STATUSES]),
      ),
    );
  const cancels = db
    .select({ txid: sql<string>`${asks.cancelTxid}` })
    .from(orders)
    .innerJoin(asks, eq(asks.orderId, orders.id))
    .where(and(eq(orders.ownerAddress, address), isNotNull(asks.cancelTxid)));
  const theirs = or(
    and(eq(outbox.kind, 'own'), eq(outbox.reference, address)),
    and(eq(outbox.kind, 'cancel'), inArray(outbox.txid, cancels)),
    and(inArray(outbox.kind, ['trade', 'fill']), inArray(outbox.reference, purchases)),
  );
  return db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.status, [...LIVE_OUTBOX_STATUSES]), theirs))
    .orderBy(outbox.createdAt);
}

/** The purchase as it is now, for the next who wants to pay more. */
export async function keepTakePlan(
  tx: Tx,
  id: string,
  { plan, unsigned }: { plan: PlanRecord; unsigned: string },
): Promise<void> {
  await tx.update(takes).set({ plan, unsigned }).where(eq(takes.id, id));
}
