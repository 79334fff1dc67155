/** How often purchases came to nothing by their buyers' own doing, in the database. */
import { tip } from '@rialto/ground';
import { invariant } from '@rialto/protocols';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { trades } from '../schema/index.ts';

/** Of a buyer's address, or of a caller: the heights of the latest ones. One that a block took after all is none. */
export async function heightsTakenBack(
  db: Queries,
  who: { readonly buyerAddress: string } | { readonly caller: string },
  most: number,
): Promise<number[]> {
  const theirs = 'caller' in who ? eq(trades.caller, who.caller) : eq(trades.buyerAddress, who.buyerAddress);
  const rows = await db
    .select({ height: trades.takenBackHeight })
    .from(trades)
    .where(and(theirs, isNotNull(trades.takenBackHeight)))
    .orderBy(desc(trades.takenBackHeight))
    .limit(most);
  return rows.flatMap(({ height }) => height ?? []);
}

/** How far the ledger is, inside a database transaction. */
export async function ledgerHeight(db: Queries): Promise<number> {
  const [at] = await db.select({ height: tip.height }).from(tip).limit(1);
  invariant(at !== undefined, 'the ledger has a tip');
  return at.height;
}
