/** Writing a bid: the ladder, its rungs as orders, and the coins it keeps, all at once and only at the block it was looked at. */
import { tip } from '@rialto/ground';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { notifyOrder } from '../notices.ts';
import { bidCoins, bids, orders, rungs } from '../schema/index.ts';

interface NewRung {
  readonly order: typeof orders.$inferInsert;
  readonly rung: Omit<typeof rungs.$inferInsert, 'orderId' | 'status' | 'bidId'>;
}

export interface NewBid {
  readonly bid: typeof bids.$inferInsert;
  readonly rungs: readonly NewRung[];
}

/**
 * Writes an open bid while the ledger stands at this block; its row is held until the bid is written, so that a block which spends a
 * coin of it comes wholly before, and is noticed, or wholly after, and finds the bid.
 * @returns false when the ledger has left the block
 * @throws the database's own error where a coin of it is kept by another bid (`bid_coins_kept`)
 */
export async function insertBid(tx: Tx, { bid, rungs: ladder }: NewBid, tipHash: string): Promise<boolean> {
  const at = await tx.execute(sql`select 1 from ${tip} where ${tip.hash} = ${tipHash} for share`);
  if (at.rowCount === 0) return false;
  await tx.insert(bids).values(bid);
  await tx.insert(bidCoins).values(bid.coins.map((coin) => ({ bidId: bid.id, outpoint: coin.outpoint })));
  await tx.insert(orders).values(ladder.map(({ order }) => order));
  await tx
    .insert(rungs)
    .values(
      ladder.map(({ order, rung }) => ({ ...rung, orderId: order.id, status: order.status, bidId: bid.id })),
    );
  for (const { order } of ladder) await notifyOrder(tx, order.id);
  return true;
}

/** The orders of a bid in the order of its ladder: what a repeated push is answered with. */
export async function orderIdsOf(tx: Pick<Tx, 'select'>, bidId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: rungs.orderId })
    .from(rungs)
    .where(eq(rungs.bidId, bidId))
    .orderBy(sql`(${rungs.ticket}->>'index')::int`);
  return rows.map(({ id }) => id);
}
