/** Rewards: what can be earned now and why, what is left of it, what one has earned, the claim, and how anybody can check it. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useNetwork } from '../../data/network.ts';
import { eventHref, inOrder, useCampaigns } from '../../data/rewards/campaigns.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { Unavailable } from '../../show/Unavailable.tsx';
import { NoCampaigns } from '../../show/rewards/NoCampaigns.tsx';
import { RewardsFrame } from '../../show/rewards/RewardsFrame.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';
import { CampaignChoice } from './CampaignChoice.tsx';
import { CampaignFacts } from './CampaignFacts.tsx';
import { Histories } from './Histories.tsx';
import { MyRewards } from './MyRewards.tsx';
import { Recompute } from './Recompute.tsx';

export function EventsScreen() {
  return (
    <RewardsFrame
      title={t('Rewards')}
      testId="events"
      way={{ href: '/leaderboard', words: t('Leaderboard'), testId: 'to-leaderboard' }}
    >
      <Campaigns />
    </RewardsFrame>
  );
}

function Campaigns() {
  const query = useCampaigns(useNetwork());
  const { data, isError } = query;
  const named = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  if (data === undefined)
    return isError ? (
      <Unavailable className="panel" words={t('The campaigns can’t be loaded right now.')} query={query} />
    ) : (
      <Loading />
    );
  const campaigns = inOrder(data.results, data.height);
  const chosen = campaigns.find(({ campaign }) => campaign === named) ?? campaigns[0];
  if (chosen === undefined) return <NoCampaigns words={t('No campaign is running')} />;
  return (
    <>
      <CampaignChoice
        {...{ campaigns, chosen, height: data.height }}
        onChoose={(campaign) => void navigate({ href: eventHref(campaign), replace: true })}
      />
      <Chosen key={chosen.campaign} campaign={chosen} height={data.height} />
    </>
  );
}

function Chosen({ campaign, height }: { campaign: RewardCampaign; height: number }) {
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <CampaignFacts campaign={campaign} height={height} />
        <MyRewards campaign={campaign} height={height} />
      </div>
      <Histories campaign={campaign} />
      <Recompute campaign={campaign} />
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading campaigns')} className="space-y-4">
      <Skeleton className="h-16 w-full" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  );
}
