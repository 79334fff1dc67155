/** How often purchases came to nothing by their buyers' own doing, in the database. */
import { tip } from '@rialto/ground';
import { LIVE_TRADE_STATUSES } from '@rialto/market';
import { invariant } from '@rialto/protocols';
import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { among } from '../database.ts';
import type { Queries, Tx } from '../database.ts';
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
    .where(and(theirs, eq(trades.side, 'ask'), isNotNull(trades.takenBackHeight)))
    .orderBy(desc(trades.takenBackHeight))
    .limit(most);
  return rows.flatMap(({ height }) => height ?? []);
}

/** Do more purchases of this buyer, or of this caller, wait for a block than these? Counted one after the other. */
export async function isOverWaiting(
  tx: Tx,
  { buyerAddress, caller }: { readonly buyerAddress: string; readonly caller: string },
  most: number,
): Promise<boolean> {
  for (const key of [`takes ${buyerAddress}`, `takes ${caller}`].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const waiting = among(trades.status, LIVE_TRADE_STATUSES);
  for (const theirs of [eq(trades.buyerAddress, buyerAddress), eq(trades.caller, caller)]) {
    const rows = await tx
      .select({ id: trades.id })
      .from(trades)
      .where(and(theirs, eq(trades.side, 'ask'), waiting))
      .limit(most + 1);
    if (rows.length > most) return true;
  }
  return false;
}

/** Who called is forgotten of void purchases that do not count any more; of others, when they are final. */
export async function forgetCallers(db: Queries, blocks: number): Promise<void> {
  const counts = sql`(select ${tip.height} from ${tip} limit 1) - ${blocks}::int`;
  const over = or(
    lt(trades.takenBackHeight, counts),
    and(isNull(trades.takenBackHeight), lt(trades.updatedAt, sql`now() - interval '1 day'`)),
  );
  await db
    .update(trades)
    .set({ caller: null, updatedAt: trades.updatedAt })
    .where(and(eq(trades.status, 'void'), isNotNull(trades.caller), over));
}

/** How far the ledger is, inside a database transaction. */
export async function ledgerHeight(db: Queries): Promise<number> {
  const [at] = await db.select({ height: tip.height }).from(tip).limit(1);
  invariant(at !== undefined, 'the ledger has a tip');
  return at.height;
}
