/** One's claims of a campaign, each with where it stands. */
import { useState } from 'react';
import { shortened } from '@rialto/market';
import type { ClaimState } from '@rialto/contract';
import { useNetwork } from '../../data/network.ts';
import type { RewardCampaign } from '../../data/rewards/campaigns.ts';
import { useClaimOrders } from '../../data/rewards/reward-queries.ts';
import type { ClaimOrders } from '../../data/rewards/reward-queries.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Exact } from '../../show/Money.tsx';
import { TxLink } from '../../show/TxLink.tsx';
import { Reward } from '../../show/rewards/Reward.tsx';
import { dateWords, t } from '../../words.ts';
import { HistoryPage } from './HistoryPage.tsx';
import { CLAIM_STATES } from './claim/claim-states.ts';

export function ClaimHistory({ campaign: { campaign } }: { campaign: RewardCampaign }) {
  const [page, setPage] = useState(0);
  const { credential: session } = useAccount();
  const query = useClaimOrders({ net: useNetwork(), campaign, session }, page);
  return (
    <HistoryPage
      {...{ query, page, onPage: setPage }}
      empty={t('No claims yet.')}
      rows={({ results }) => results.map((one) => <Row key={one.orderId} one={one} />)}
    />
  );
}

const LOOKS: Partial<Record<ClaimState, string>> = { final: 'text-buy', void: 'text-warn' };

function Row({ one }: { one: ClaimOrders['results'][number] }) {
  const { state, rewardCoinAmount, pays, sendId, networkFee, timestamp } = one;
  return (
    <li
      data-testid="claim-order"
      data-state={state}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-[0.8125rem] sm:grid-cols-[1fr_1fr_1fr_auto] sm:px-5"
    >
      <span>
        <span className={LOOKS[state] ?? ''}>{t(CLAIM_STATES[state])}</span>
        <span className="block text-xs text-haze">
          {dateWords(timestamp, { dateStyle: 'short', timeStyle: 'short' })}
        </span>
      </span>
      <span className="num text-right">
        <Reward amount={rewardCoinAmount} pays={pays} />
      </span>
      <span className="num text-right text-xs text-haze max-sm:text-left">
        {t('Network fee')} <Exact value={BigInt(networkFee)} />
      </span>
      <span className="min-w-32 text-right">
        {sendId === null ? null : <TxLink txId={sendId} shown={shortened(sendId)} />}
      </span>
    </li>
  );
}
