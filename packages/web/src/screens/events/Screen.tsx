/** Rewards: what can be earned now and why, what is left of it, what one has earned, the claim, and how anybody can check it. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useNetwork } from '../../data/network.ts';
import { eventHref, inOrder, useCampaigns } from '../../data/rewards/campaigns.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { NoCampaigns } from '../../show/rewards/NoCampaigns.tsx';
import { Button } from '../../ui/Button.tsx';
import { LINK } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { CampaignChoice } from './CampaignChoice.tsx';
import { CampaignFacts } from './CampaignFacts.tsx';
import { Histories } from './Histories.tsx';
import { MyRewards } from './MyRewards.tsx';
import { Recompute } from './Recompute.tsx';

export function EventsScreen() {
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-5xl px-4 pb-28 pt-6 sm:px-5 sm:pt-8" data-testid="events">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t('Rewards')}</h1>
          <Way
            href="/leaderboard"
            data-testid="to-leaderboard"
            className={`${LINK} inline-flex min-h-8 items-center text-[0.8125rem] max-lg:min-h-11`}
          >
            {t('Leaderboard')}
          </Way>
        </div>
        <div className="mt-4 space-y-4">
          <Campaigns />
        </div>
      </div>
    </main>
  );
}

function Campaigns() {
  const { data, isError, isFetching, refetch } = useCampaigns(useNetwork());
  const named = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  if (data === undefined)
    return isError ? <Unavailable busy={isFetching} onRetry={() => void refetch()} /> : <Loading />;
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

function Unavailable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div role="status" className="panel grid justify-items-center gap-4 px-6 py-10 text-center">
      <p className="text-sm text-haze">{t('The campaigns can’t be loaded right now.')}</p>
      <Button busy={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
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
