/** Adds a campaign, or stops one: what cannot be, or is in the way of another, is refused. */
import { CampaignFile } from '@rialto/contract';
import { boundsOf, epochAt, epochsOf, requireBeside, requirePossible } from '@rialto/market';
import type { Campaign } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Queries, Store } from '../store/database.ts';
import { allCampaigns, keepCampaign, stopCampaign } from '../store/rewards/campaign-store.ts';
import { closedSums } from '../store/rewards/epoch-store.ts';
import { lockRewards } from './close-epochs.ts';
import { findCampaign } from './find-campaign.ts';

/** @throws Refusal bad-request with the field that is wrong */
function readCampaign(file: unknown): Campaign {
  const read = CampaignFile.safeParse(file);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal('bad-request', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a campaign'}`);
}

/**
 * @param height of the index: what blocks have done already is not paid for
 * @throws Refusal bad-request, campaign-impossible, campaign-overlaps
 */
async function requireCampaign(db: Queries, file: unknown, height: number): Promise<Campaign> {
  const campaign = readCampaign(file);
  requirePossible(campaign);
  if (campaign.firstBlock <= height)
    throw new Refusal('campaign-impossible', `its first block is not above ${height}, the last there is`);
  requireBeside(
    campaign,
    (await allCampaigns(db)).map((kept) => kept.campaign),
  );
  return campaign;
}

export const tryCampaign = (store: Store, file: unknown, height: number): Promise<Campaign> =>
  requireCampaign(store.db, file, height);

export function addCampaign(store: Store, file: unknown, height: number): Promise<Campaign> {
  return store.transact(async (tx) => {
    await lockRewards(tx);
    const campaign = await requireCampaign(tx, file, height);
    await keepCampaign(tx, campaign.id, file);
    return campaign;
  });
}

/**
 * Stops a campaign with the epoch that runs; what it closed, and that epoch, are paid.
 * @returns its last block from now on
 * @throws Refusal campaign-unknown, campaign-impossible when it is over
 */
export function endCampaign(store: Store, id: string, height: number): Promise<number> {
  return store.transact(async (tx) => {
    await lockRewards(tx);
    const campaign = await findCampaign(tx, id);
    if (height > campaign.lastBlock) throw new Refusal('campaign-impossible', 'it is over');
    const running = epochAt(campaign, height)?.number ?? -1;
    const closed = (await closedSums(tx)).get(id)?.epochs ?? 0;
    const last = Math.max(running, closed - 1);
    if (last < epochsOf(campaign) - 1) await stopCampaign(tx, id, last);
    return boundsOf(campaign, last).last;
  });
}
