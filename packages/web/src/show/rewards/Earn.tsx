/** That a token has campaigns that run, and the way to each; nothing where it has none. */
import { useNetwork } from '../../data/network.ts';
import { eventHref, isRunning, useCampaigns } from '../../data/rewards/campaigns.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { LINK } from '../../ui/Page.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';

/** Those that run for the token, the youngest first. */
export function useEarnings(assetId: string | undefined): readonly RewardCampaign[] {
  const { data } = useCampaigns(useNetwork());
  const running = data?.results.filter(
    (one) => isRunning(one, data.height) && one.pairs.some((pair) => pair.assetId === assetId),
  );
  return running?.toReversed() ?? [];
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
  const campaigns = useEarnings(assetId);
  if (campaigns.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-[0.8125rem] leading-5 text-haze">
      {t('Earn:')}
      {campaigns.map((campaign) => (
        <EarnLink key={campaign.campaign} campaign={campaign} />
      ))}
    </p>
  );
}
