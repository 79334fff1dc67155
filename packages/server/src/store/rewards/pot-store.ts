/** Pots as the signer said them, and the tables that it has taken. */
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { rewardPots, rewardTaken } from '../schema/index.ts';

export type PotRow = typeof rewardPots.$inferSelect;

export async function keepPot(db: Queries, pot: PotRow): Promise<void> {
  const { publicKey, script, paused } = pot;
  await db
    .insert(rewardPots)
    .values(pot)
    .onConflictDoUpdate({
      target: rewardPots.campaign,
      set: { publicKey, script, paused },
      setWhere: sql`(${rewardPots.publicKey}, ${rewardPots.script}, ${rewardPots.paused}) is distinct from (${publicKey}, ${script}, ${paused})`,
    });
}

export async function potOf(db: Queries, campaign: string): Promise<PotRow | undefined> {
  const [row] = await db.select().from(rewardPots).where(eq(rewardPots.campaign, campaign));
  return row;
}

export async function keepTaken(
  db: Queries,
  campaign: string,
  taken: readonly { readonly number: number; readonly readyHeight: number }[],
): Promise<void> {
  if (taken.length === 0) return;
  await db
    .insert(rewardTaken)
    .values(taken.map((one) => ({ campaign, ...one })))
    .onConflictDoUpdate({
      target: [rewardTaken.campaign, rewardTaken.number],
      set: { readyHeight: sql`excluded.ready_height` },
      setWhere: sql`${rewardTaken.readyHeight} is distinct from excluded.ready_height`,
    });
}
