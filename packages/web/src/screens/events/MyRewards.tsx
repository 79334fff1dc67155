/** What one has earned in a campaign, what of it was claimed, what can be claimed now, and the claim. */
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNetwork } from '../../data/network.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useUserRewards } from '../../data/rewards/reward-queries.ts';
import { errorWords } from '../../error-words.ts';
import { useAccount } from '../../flows/account/account.ts';
import { askToConnect } from '../../flows/account/connect-request.ts';
import { login } from '../../flows/account/on-demand.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { t } from '../../words.ts';
import { OwnFigures, nothingOf } from './OwnFigures.tsx';
import { ClaimPart } from './claim/ClaimPart.tsx';

interface MyRewardsProps {
  readonly campaign: RewardCampaign;
  readonly height: number;
}

export function MyRewards(props: MyRewardsProps) {
  return (
    <section
      className="panel space-y-3 px-4 py-4 sm:px-5"
      aria-label={t('My rewards')}
      data-testid="my-rewards"
    >
      <h2 className="text-sm font-semibold">{t('My rewards')}</h2>
      <Whose {...props} />
    </section>
  );
}

function Whose(props: MyRewardsProps) {
  const { user, credential } = useAccount();
  const net = useNetwork();
  const [busy, setBusy] = useState(false);
  if (user === undefined)
    return (
      <First words={t('Connect a wallet to see what you have earned.')}>
        <Button
          tone="primary"
          size="lg"
          className="w-full"
          data-testid="rewards-connect"
          onClick={askToConnect}
        >
          {t('Connect Wallet')}
        </Button>
      </First>
    );
  if (credential === undefined)
    return (
      <First words={t('Log in to see what you have earned. Rewards are shown only to their owner.')}>
        <Button
          tone="primary"
          size="lg"
          className="w-full"
          busy={busy}
          data-testid="rewards-login"
          onClick={() => {
            setBusy(true);
            login(user, net)
              .catch((error: unknown) => toast({ title: errorWords(error), variant: 'warn' }))
              .finally(() => setBusy(false));
          }}
        >
          {t('Log in')}
        </Button>
      </First>
    );
  return <Mine {...props} />;
}

function First({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <p className="text-[0.8125rem] leading-5 text-mist">{words}</p>
      {children}
    </>
  );
}

function Mine({ campaign, height }: MyRewardsProps) {
  const { credential } = useAccount();
  const rewards = useUserRewards(useNetwork(), credential);
  if (rewards.data === undefined)
    return rewards.isError ? (
      <First words={t('Your rewards can’t be loaded right now.')}>
        <Button busy={rewards.isFetching} onClick={() => void rewards.refetch()}>
          {t('Try again')}
        </Button>
      </First>
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  const own = rewards.data.find((one) => one.campaign === campaign.campaign) ?? nothingOf(campaign);
  return (
    <>
      <OwnFigures own={own} height={height} />
      <ClaimPart campaign={campaign.campaign} own={own} height={height} />
    </>
  );
}
