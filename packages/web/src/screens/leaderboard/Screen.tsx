/** The leaderboard: who traded most of a token, what that pays now and at the next level, and where one stands oneself. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useNetwork } from '../../data/network.ts';
import { useRankedTicks, useRanking } from '../../data/rewards/ranking-queries.ts';
import type { RankedTick } from '../../data/rewards/ranking-queries.ts';
import { eventHref } from '../../data/rewards/campaigns.ts';
import { useAccount } from '../../flows/account/account.ts';
import { Unavailable } from '../../show/Unavailable.tsx';
import { NoCampaigns } from '../../show/rewards/NoCampaigns.tsx';
import { RewardsFrame } from '../../show/rewards/RewardsFrame.tsx';
import { shown } from '../../shown.ts';
import { useNow } from '../../ui/now.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';
import { OwnRank } from './OwnRank.tsx';
import { RankTable } from './RankTable.tsx';
import { Standing } from './Standing.tsx';
import { keyOf, useTickChoice } from './kept-tick.ts';

export function LeaderboardScreen() {
  const ticks = useRankedTicks(useNetwork());
  const { chosen, choose } = useTickChoice(ticks.data ?? [], useNow());
  return (
    <RewardsFrame
      title={t('Leaderboard')}
      testId="leaderboard"
      way={{
        href: chosen === undefined ? '/events' : eventHref(chosen.campaign),
        ...{ words: t('Rewards and claims'), testId: 'to-events' },
      }}
    >
      {ticks.data === undefined ? (
        <Missing query={ticks} />
      ) : chosen === undefined ? (
        <NoCampaigns words={t('Nobody is ranked right now')} />
      ) : (
        <>
          <TickChoice ticks={ticks.data} chosen={chosen} onChoose={choose} />
          <Ranked key={keyOf(chosen)} campaign={chosen.campaign} />
        </>
      )}
    </RewardsFrame>
  );
}

/** On its way, or not to be had. */
function Missing({ query }: { query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'> }) {
  if (!query.isError) return <Loading />;
  return (
    <Unavailable className="panel" words={t('The leaderboard can’t be loaded right now.')} query={query} />
  );
}

function Ranked({ campaign }: { campaign: string }) {
  const { user } = useAccount();
  const ranking = useRanking(useNetwork(), campaign, user?.address ?? '');
  const { data } = ranking;
  if (data === undefined) return <Missing query={ranking} />;
  return (
    <>
      <Standing ranking={data} />
      <OwnRank ranking={data} address={user?.address} />
      <RankTable ranking={data} address={user?.address} />
      <Rules />
    </>
  );
}

function Rules() {
  return (
    <div className="space-y-2 px-1 text-[0.8125rem] leading-6 text-haze" data-testid="ranking-rules">
      <p>
        {t(
          'Volume counts for whoever paid the service fee of a trade. The maker of an order earns nothing, and trades between addresses of one owner don’t count.',
        )}
      </p>
      <p>
        {t(
          'The operator’s own addresses are published and never ranked. No rule can fully exclude the operator, who receives the service fees.',
        )}
      </p>
    </div>
  );
}

interface TickChoiceProps {
  readonly ticks: readonly RankedTick[];
  readonly chosen: RankedTick;
  readonly onChoose: (key: string) => void;
}

/** The youngest first. Where a token had several campaigns, each says which it is. */
function TickChoice({ ticks, chosen, onChoose }: TickChoiceProps) {
  const isAlone = ({ tick }: RankedTick): boolean => ticks.filter((one) => one.tick === tick).length === 1;
  return (
    <label className="flex items-center gap-3 text-[0.8125rem] text-haze">
      {t('Token')}
      <select
        value={keyOf(chosen)}
        data-testid="rank-tick"
        onChange={({ target }) => onChoose(target.value)}
        className="h-10 min-w-0 max-w-full rounded-[10px] border border-edge bg-ink-0 px-2.5 text-sm text-fog max-sm:h-11 max-sm:flex-1"
      >
        {ticks.toReversed().map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {shown(one.tick)}
            {isAlone(one) ? '' : ` · ${one.campaign}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('Loading the leaderboard')} className="space-y-4">
      <Skeleton className="h-10 w-44" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
