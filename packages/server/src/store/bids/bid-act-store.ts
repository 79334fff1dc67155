/** What was built for bidders and sellers and waits for their signatures. */
import { eq, lt, sql } from 'drizzle-orm';
import type { Queries, Tx } from '../database.ts';
import { bidActs } from '../schema/index.ts';
import type { BidActRecord } from './bid-record.ts';

type BidActRow = typeof bidActs.$inferSelect;
/** An act of one kind. */
export type BidActOf<Kind extends BidActRecord['kind']> = Omit<BidActRow, 'record'> & {
  readonly record: Extract<BidActRecord, { kind: Kind }>;
};

export async function keepBidAct(db: Queries, row: typeof bidActs.$inferInsert): Promise<void> {
  await db.insert(bidActs).values(row);
}

export async function findBidAct(db: Queries, id: string): Promise<BidActRow | undefined> {
  const [row] = await db.select().from(bidActs).where(eq(bidActs.id, id)).limit(1);
  return row;
}

/** What was sent for it. */
export async function markBidAct(tx: Tx, id: string, txid: string): Promise<void> {
  await tx.update(bidActs).set({ txid }).where(eq(bidActs.id, id));
}

/** A day, so that what was submitted can be asked for once more. */
export async function dropOldBidActs(db: Queries): Promise<void> {
  await db.delete(bidActs).where(lt(bidActs.expiresAt, sql`now() - interval '1 day'`));
}
