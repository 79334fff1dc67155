/** Campaigns in the database: added once, never changed, stopped at the end of an epoch. */
import { CampaignFile } from '@rialto/contract';
import type { Campaign } from '@rialto/market';
import { boundsOf } from '@rialto/market';
import { asc, eq } from 'drizzle-orm';
import type { Queries } from '../database.ts';
import { rewardCampaigns } from '../schema/index.ts';

export interface KeptCampaign {
  /** As the operator's file has it, or with the block at which he stopped it. */
  readonly campaign: Campaign;
  /** The number of its last epoch where it was stopped. */
  readonly stoppedAfter: number | undefined;
}

/** All there ever were, oldest first. */
export async function allCampaigns(db: Queries): Promise<KeptCampaign[]> {
  const { file, stoppedAfter, addedAt, id } = rewardCampaigns;
  const rows = await db.select({ file, stoppedAfter }).from(rewardCampaigns).orderBy(asc(addedAt), asc(id));
  return rows.map((row) => {
    const campaign = CampaignFile.parse(row.file);
    if (row.stoppedAfter === null) return { campaign, stoppedAfter: undefined };
    const { last } = boundsOf(campaign, row.stoppedAfter);
    return { campaign: { ...campaign, lastBlock: last }, stoppedAfter: row.stoppedAfter };
  });
}

/** @param file as `CampaignFile` reads it */
export async function keepCampaign(db: Queries, id: string, file: unknown): Promise<void> {
  await db.insert(rewardCampaigns).values({ id, file });
}

/** @param number of its last epoch; before the first one -1 */
export async function stopCampaign(db: Queries, id: string, number: number): Promise<void> {
  await db.update(rewardCampaigns).set({ stoppedAfter: number }).where(eq(rewardCampaigns.id, id));
}
