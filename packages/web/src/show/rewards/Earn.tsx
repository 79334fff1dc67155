/** That a token has a campaign that runs, and the way to it; nothing where it has none. */
import { useNetwork } from '../../data/network.ts';
import { eventHref, isRunning, useCampaigns } from '../../data/rewards/campaigns.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';

/** The youngest that runs for the token; undefined where there is none. */
export function useEarning(assetId: string | undefined): RewardCampaign | undefined {
  const { data } = useCampaigns(useNetwork());
  return data?.results.findLast(
    (one) => isRunning(one, data.height) && one.pairs.some((pair) => pair.assetId === assetId),
  );
}

export function EarnLink({ campaign: { campaign, title } }: { campaign: RewardCampaign }) {
  return (
    <Way href={eventHref(campaign)} data-testid="earn" className={LINK}>
      {title}
    </Way>
  );
}

/** A line of its own. */
export function EarnLine({ assetId }: { assetId: string | undefined }) {
  const campaign = useEarning(assetId);
  if (campaign === undefined) return null;
  return (
    <p className="text-[0.8125rem] leading-5 text-haze">
      {t('Earn:')} <EarnLink campaign={campaign} />
    </p>
  );
}
