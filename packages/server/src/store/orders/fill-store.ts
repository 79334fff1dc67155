/** What was sold, in the database: written with the block that sold it, gone with that block. */
import { and, eq } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
import { inParts } from '../in-parts.ts';
import { fills } from '../schema/index.ts';

export type NewFill = typeof fills.$inferInsert;

/** Writes sales of one block. The key of each is what was sold: a block that is told twice sells once. */
export async function insertFills(tx: Tx, rows: readonly NewFill[]): Promise<void> {
  for (const part of inParts(rows))
    await tx
      .insert(fills)
      .values([...part])
      .onConflictDoNothing();
}

/** A block was undone: what it sold was not sold. */
export async function removeFillsAt(tx: Tx, height: number): Promise<void> {
  await tx.delete(fills).where(eq(fills.height, height));
}

/** Those of the transactions that are purchases of this address. */
export async function purchasesOf(
  db: Queries,
  buyer: string,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (txids.length === 0) return new Set();
  const rows = await db
    .select({ txid: fills.txid })
    .from(fills)
    .where(and(among(fills.txid, txids), eq(fills.kind, 'order'), eq(fills.buyer, buyer)));
  return new Set(rows.map(({ txid }) => txid));
}

/** As many sales of one transaction are told. */
const TOLD = 50;

/** The orders that a transaction sold, in a fixed order. */
export async function fillsOf(db: Queries, txid: string): Promise<(typeof fills.$inferSelect)[]> {
  const isSale = and(eq(fills.txid, txid), eq(fills.kind, 'order'));
  return db.select().from(fills).where(isSale).orderBy(fills.reference).limit(TOLD);
}
