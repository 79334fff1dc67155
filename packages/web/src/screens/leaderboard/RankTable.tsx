/** The ranking row by row, a hundred at a time: the first three are marked, one's own row too. */
import { useState } from 'react';
import { shortened } from '@rialto/market';
import { useNetwork } from '../../data/network.ts';
import { PAGE_ROWS, useRankedPage } from '../../data/rewards/ranking-queries.ts';
import type { RankedPage, Ranking } from '../../data/rewards/ranking-queries.ts';
import { Money } from '../../show/Money.tsx';
import { Unavailable } from '../../show/Unavailable.tsx';
import { Pages } from '../../show/rewards/Pages.tsx';
import { Copyable } from '../../ui/Copyable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { numberWords, t } from '../../words.ts';
import { Capped } from './Capped.tsx';

interface RankTableProps {
  readonly ranking: Ranking;
  readonly address: string | undefined;
}

export function RankTable({ ranking, address }: RankTableProps) {
  const [page, setPage] = useState(0);
  const query = useRankedPage(useNetwork(), ranking.campaign, page);
  const { data, isError } = query;
  if (data === undefined)
    return isError ? (
      <Unavailable className="panel" words={t('The ranking can’t be loaded right now.')} query={query} />
    ) : (
      <Skeleton className="h-64 w-full" />
    );
  if (data.total === 0)
    return (
      <p className="panel px-6 py-10 text-center text-sm text-haze" data-testid="rank-none">
        {t('Nobody has traded in this epoch yet. The first trade leads the ranking.')}
      </p>
    );
  return (
    <section className="panel overflow-hidden" aria-label={t('Leaderboard')}>
      <table className="w-full text-[0.8125rem]">
        <thead>
          <tr className="h-9 border-b border-line text-2xs text-haze">
            <th scope="col" className="w-14 pl-4 text-left font-normal sm:w-20 sm:pl-5">
              {t('Rank')}
            </th>
            <th scope="col" className="text-left font-normal">
              {t('Address')}
            </th>
            <th scope="col" className="pl-3 text-right font-normal max-sm:pr-4">
              {t('Total Amount')}
              <span className="sm:hidden"> / {t('Reward')}</span>
            </th>
            <th scope="col" className="pl-6 pr-5 text-right font-normal max-sm:hidden">
              {t('Reward')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {data.results.map((row) => (
            <Row key={row.rankingId} row={row} pays={ranking.pays} isOwn={row.address === address} />
          ))}
        </tbody>
      </table>
      <Pages page={page} size={PAGE_ROWS} total={data.total} onPage={setPage} />
    </section>
  );
}

interface RowProps {
  readonly row: RankedPage['results'][number];
  readonly pays: Ranking['pays'];
  readonly isOwn: boolean;
}

function Row({ row, pays, isOwn }: RowProps) {
  const { rankingId, address, totalValue, reward, wanted } = row;
  return (
    <tr data-testid="rank-row" data-rank={rankingId} className={`h-12 ${isOwn ? 'bg-ink-2' : ''}`}>
      <td className="pl-4 sm:pl-5">
        <Place rank={rankingId} />
      </td>
      <td className="py-2">
        <Copyable
          text={address}
          shown={shortened(address, 8, 6)}
          label={t('Copy the address')}
          className="min-h-6 !text-mist"
        />
        {isOwn ? (
          <span className="ml-2 rounded bg-ink-3 px-1 text-[0.625rem] leading-4 text-amber">{t('You')}</span>
        ) : null}
      </td>
      <td className="num py-2 pl-3 text-right max-sm:pr-4">
        <Money value={BigInt(totalValue)} full />
        <span className="block text-xs text-mist sm:hidden">
          <Capped reward={reward} wanted={wanted} pays={pays} />
        </span>
      </td>
      <td className="num py-2 pl-6 pr-5 text-right max-sm:hidden">
        <Capped reward={reward} wanted={wanted} pays={pays} />
      </td>
    </tr>
  );
}

const MARKS: Readonly<Record<number, string>> = {
  1: 'bg-act text-act-ink',
  2: 'bg-ink-3 text-fog ring-1 ring-edge',
  3: 'bg-warn-deep text-warn',
};

function Place({ rank }: { rank: number }) {
  const mark = MARKS[rank];
  if (mark === undefined)
    return <span className="num inline-block min-w-6 text-mist">{numberWords(rank)}</span>;
  return (
    <span
      data-testid="rank-mark"
      className={`num inline-grid size-6 place-items-center rounded-full text-xs font-semibold ${mark}`}
    >
      {rank}
    </span>
  );
}
