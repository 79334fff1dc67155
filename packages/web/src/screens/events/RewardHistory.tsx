/** What each closed epoch paid, and whether it was claimed. */
import { useState } from 'react';
import { useNetwork } from '../../data/network.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useRewardRecords } from '../../data/rewards/reward-queries.ts';
import type { RewardRecords } from '../../data/rewards/reward-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Reward } from '../../show/rewards/Reward.tsx';
import { dateWords, msg, numberWords, t } from '../../words.ts';
import { HistoryPage } from './HistoryPage.tsx';

type Earned = RewardRecords['list'][number];

const STATES: Readonly<Record<Earned['state'], string>> = {
  unclaimed: msg('Not claimed'),
  sent: msg('Claim in mempool'),
  confirmed: msg('Claim confirmed'),
  final: msg('Claimed'),
};

export function RewardHistory({ campaign: { campaign, capPpm } }: { campaign: RewardCampaign }) {
  const [page, setPage] = useState(0);
  const { credential: session } = useAccount();
  const query = useRewardRecords({ net: useNetwork(), campaign, session }, page);
  return (
    <HistoryPage
      {...{ query, page, onPage: setPage }}
      empty={t('No rewards yet. A row is added when an epoch closes, six blocks after its end.')}
      rows={({ list }) => list.map((one) => <Row key={one.recordId} one={one} isCapped={capPpm !== null} />)}
    />
  );
}

/** @param isCapped fees are a limit; otherwise the pot alone is */
function Row({ one, isCapped }: { one: Earned; isCapped: boolean }) {
  const { dailyCount, startBlock, endBlock, realReward, wanted, pays, state, timestamp } = one;
  return (
    <li
      data-testid="reward-record"
      data-state={state}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5 text-[0.8125rem] sm:grid-cols-[1.2fr_1fr_1fr] sm:px-5"
    >
      <span>
        {t('Epoch {number}', { number: numberWords(dailyCount + 1) })}
        <span className="num block text-xs text-haze">
          {t('Blocks {first} to {last}', { first: numberWords(startBlock), last: numberWords(endBlock) })}
        </span>
      </span>
      <span className="num text-right">
        <Reward amount={realReward} pays={pays} />
        {BigInt(realReward) < BigInt(wanted) ? (
          <span className="block text-xs text-warn">
            {isCapped ? t('capped by fees paid') : t('scaled down to the pot')}
          </span>
        ) : null}
      </span>
      <span className="text-right max-sm:col-span-2 max-sm:text-left">
        {t(STATES[state])}
        <span className="ml-2 text-xs text-haze sm:ml-0 sm:block">
          {dateWords(timestamp, { dateStyle: 'short', timeStyle: 'short' })}
        </span>
      </span>
    </li>
  );
}
