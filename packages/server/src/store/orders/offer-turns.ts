/**
 * A coin is on offer in one thing at a time: in an ask, or in an answer that waits for a live bidder, or in a sale into a standing bid. They are
 * kept in tables of their own, so that no index can see to it: whoever offers a coin takes its turn first, and looks afterwards.
 */
import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Tx } from '../database.ts';

const keyOf = (point: unknown): SQL => sql`hashtextextended('offer ' || ${point}::text, 0)`;

/** Until the transaction ends nobody else offers these coins. What is looked up after this is what the one before has left. */
export async function takeOfferTurns(tx: Tx, points: readonly string[]): Promise<void> {
  for (const point of points.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(point)})`);
}

/** True when nobody has the coin's turn, who then waits for this statement. For a single statement, which cannot look again after it has waited. */
export const offerTurnIsFree = (point: unknown): SQL =>
  sql`pg_try_advisory_xact_lock_shared(${keyOf(point)})`;
