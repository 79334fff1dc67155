/** What the epochs of a campaign paid one, and one's claims: two tabs. */
import { useState } from 'react';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Tabs, underlineTab } from '../../ui/Tabs.tsx';
import { t } from '../../words.ts';
import { ClaimHistory } from './ClaimHistory.tsx';
import { RewardHistory } from './RewardHistory.tsx';

type View = 'rewards' | 'claims';

/** Nothing is shown to whoever is not logged in: the page says above what to do first. */
export function Histories({ campaign }: { campaign: RewardCampaign }) {
  const [view, setView] = useState<View>('rewards');
  const { credential } = useAccount();
  if (credential === undefined) return null;
  return (
    <section className="panel overflow-hidden" aria-label={t('History')}>
      <div className="border-b border-line px-4 sm:px-5">
        <Tabs
          label={t('History')}
          tabs={[
            { id: 'rewards', label: t('Reward History'), testId: 'tab-rewards' },
            { id: 'claims', label: t('Claim History'), testId: 'tab-claims' },
          ]}
          chosen={view}
          onChoose={setView}
          panelId="reward-history"
          className="flex gap-5"
          tabClass={underlineTab}
        />
      </div>
      <div
        id="reward-history"
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`reward-history-${view}`}
        className="focus-visible:-outline-offset-2"
      >
        {view === 'rewards' ? <RewardHistory campaign={campaign} /> : <ClaimHistory campaign={campaign} />}
      </div>
    </section>
  );
}
