/** Finds a campaign by its name. */
import type { Campaign } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import type { Queries } from '../store/database.ts';
import { allCampaigns } from '../store/rewards/campaign-store.ts';

/** @throws Refusal campaign-unknown */
export async function findCampaign(db: Queries, id: string): Promise<Campaign> {
  const kept = (await allCampaigns(db)).find(({ campaign }) => campaign.id === id);
  if (kept === undefined) throw new Refusal('campaign-unknown', id);
  return kept.campaign;
}
