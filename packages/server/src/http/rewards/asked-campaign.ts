/** The campaign that a call is about: by its name, or the youngest of a kind by the original's word for that. */
import type { QueryOf } from '@rialto/contract';
import type { Campaign, RewardKind } from '@rialto/market';
import { Refusal } from '@rialto/refusals';
import { findCampaign } from '../../rewards/find-campaign.ts';
import type { Queries } from '../../store/database.ts';
import { allCampaigns } from '../../store/rewards/campaign-store.ts';

type RewardType = NonNullable<QueryOf<'rewardPool'>['rewardType']>;

export const WIRE_TYPES: Readonly<Record<RewardKind, RewardType>> = {
  liquidity: '51',
  trading: 'ranking',
  newcomer: '21',
  'fee-share': 'swapYieldTradeFee',
};

type Asked = Pick<QueryOf<'rewardPool'>, 'campaign' | 'rewardType'>;

/** @throws Refusal campaign-unknown, bad-request without either */
export async function campaignAsked(db: Queries, { campaign, rewardType }: Asked): Promise<Campaign> {
  if (campaign === undefined && rewardType === undefined)
    throw new Refusal('bad-request', 'a campaign or a rewardType');
  if (campaign !== undefined) return findCampaign(db, campaign);
  const kept = (await allCampaigns(db)).findLast((one) => WIRE_TYPES[one.campaign.rule.kind] === rewardType);
  if (kept === undefined) throw new Refusal('campaign-unknown', `none of ${rewardType ?? ''}`);
  return kept.campaign;
}

/** The same among those that share fees alone, which need not be asked for by their word. @throws Refusal campaign-unknown */
export async function feeShareAsked(db: Queries, { campaign }: Asked): Promise<Campaign> {
  const found = await campaignAsked(
    db,
    campaign === undefined ? { rewardType: 'swapYieldTradeFee' } : { campaign },
  );
  if (found.rule.kind !== 'fee-share') throw new Refusal('campaign-unknown', `${found.id} shares no fees`);
  return found;
}

/** What of a list is shown: at most a hundred. */
export function pageOf({
  cursor = '0',
  size = '100',
}: {
  cursor?: string | undefined;
  size?: string | undefined;
}) {
  return { from: Number.parseInt(cursor, 10), size: Math.min(100, Number.parseInt(size, 10)) };
}
