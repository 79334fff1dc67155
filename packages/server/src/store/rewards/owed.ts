/** What rows ask for that no block has paid. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { rewardClaims, rewardRows } from '../schema/index.ts';
import { PAID } from './row-joins.ts';

/** To each address of a campaign to which anything is owed. */
export async function owedTo(db: Queries, campaign: string): Promise<readonly bigint[]> {
  const paid = db
    .select({ address: rewardClaims.address, sum: sql`sum(${rewardClaims.amount})`.as('paid') })
    .from(rewardClaims)
    .where(and(eq(rewardClaims.campaign, campaign), inArray(rewardClaims.status, PAID)))
    .groupBy(rewardClaims.address)
    .as('paid');
  const left = sql`sum(${rewardRows.amount}) - coalesce(max(${paid.sum}), 0)`.mapWith(BigInt);
  const rows = await db
    .select({ left })
    .from(rewardRows)
    .leftJoin(paid, eq(paid.address, rewardRows.address))
    .where(eq(rewardRows.campaign, campaign))
    .groupBy(rewardRows.address);
  return rows.map((row) => row.left).filter((one) => one > 0n);
}
