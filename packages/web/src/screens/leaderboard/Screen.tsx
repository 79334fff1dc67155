/** The leaderboard: who traded most of a token, what that pays now and at the next level, and where one stands oneself. */
import { useNetwork } from '../../data/network.ts';
import { useRankedTicks, useRanking } from '../../data/rewards/ranking-queries.ts';
import type { RankedTick } from '../../data/rewards/ranking-queries.ts';
import { eventHref } from '../../data/rewards/campaigns.ts';
import { useAccount } from '../../flows/account/account.ts';
import { NoCampaigns } from '../../show/rewards/NoCampaigns.tsx';
import { shown } from '../../shown.ts';
import { Button } from '../../ui/Button.tsx';
import { useNow } from '../../ui/now.ts';
import { LINK } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Way } from '../../ui/Way.tsx';
import { t } from '../../words.ts';
import { OwnRank } from './OwnRank.tsx';
import { RankTable } from './RankTable.tsx';
import { Standing } from './Standing.tsx';
import { keyOf, useTickChoice } from './kept-tick.ts';

export function LeaderboardScreen() {
  const ticks = useRankedTicks(useNetwork());
  const { chosen, choose } = useTickChoice(ticks.data ?? [], useNow());
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-5xl px-4 pb-28 pt-6 sm:px-5 sm:pt-8" data-testid="leaderboard">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t('Leaderboard')}</h1>
          <Way
            href={chosen === undefined ? '/events' : eventHref(chosen.campaign)}
            data-testid="to-events"
            className={`${LINK} inline-flex min-h-8 items-center text-[0.8125rem] max-lg:min-h-11`}
          >
            {t('Rewards and claims')}
          </Way>
        </div>
        <div className="mt-4 space-y-4">
          {ticks.data === undefined ? (
            ticks.isError ? (
              <Unavailable busy={ticks.isFetching} onRetry={() => void ticks.refetch()} />
            ) : (
              <Loading />
            )
          ) : chosen === undefined ? (
            <NoCampaigns words={t('Nobody is ranked right now')} />
          ) : (
            <>
              <TickChoice ticks={ticks.data} chosen={chosen} onChoose={choose} />
              <Ranked key={keyOf(chosen)} campaign={chosen.campaign} />
            </>
          )}
        </div>
      </div>
    </main>
  );
}

function Ranked({ campaign }: { campaign: string }) {
  const { user } = useAccount();
  const ranking = useRanking(useNetwork(), campaign, user?.address ?? '');
  const { data } = ranking;
  if (data === undefined)
    return ranking.isError ? (
      <Unavailable busy={ranking.isFetching} onRetry={() => void ranking.refetch()} />
    ) : (
      <Loading />
    );
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

function Unavailable({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div role="status" className="panel grid justify-items-center gap-4 px-6 py-10 text-center">
      <p className="text-sm text-haze">{t('The leaderboard can’t be loaded right now.')}</p>
      <Button busy={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
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
