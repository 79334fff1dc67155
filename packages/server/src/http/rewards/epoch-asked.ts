/** The closed epoch that a call is about. */
import type { ParamsOf } from '@rialto/contract';
import { boundsOf } from '@rialto/market';
import type { Campaign, EpochBounds } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { findCampaign } from '../../rewards/find-campaign.ts';
import type { Queries } from '../../store/database.ts';
import { closedEpoch } from '../../store/rewards/epoch-store.ts';
import type { EpochRow } from '../../store/rewards/epoch-store.ts';

interface ClosedAsked {
  readonly campaign: Campaign;
  readonly epoch: EpochRow;
  readonly bounds: EpochBounds;
}

/** @throws Refusal campaign-unknown, not-found where it is not closed */
export async function epochAsked(db: Queries, asked: ParamsOf<'rewardEpoch'>): Promise<ClosedAsked> {
  const campaign = await findCampaign(db, asked.campaign);
  const number = Number.parseInt(asked.number, 10);
  const epoch = await closedEpoch(db, { campaign: campaign.id, number });
  if (epoch === undefined) throw new Refusal('not-found', 'an epoch that is not closed yet');
  return { campaign, epoch, bounds: boundsOf(campaign, number) };
}
