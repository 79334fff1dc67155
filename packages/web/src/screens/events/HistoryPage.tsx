/** A page of a history: on its way, not to be had, without rows, or as it is. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { HISTORY_ROWS } from '../../data/rewards/reward-queries.ts';
import { Unavailable } from '../../show/Unavailable.tsx';
import { Pages } from '../../show/rewards/Pages.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

interface HistoryProps<T> {
  readonly query: UseQueryResult<T>;
  /** Counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** What is said of one without rows. */
  readonly empty: string;
  readonly rows: (data: T) => ReactNode;
}

export function HistoryPage<T extends { readonly total: number }>(props: HistoryProps<T>) {
  const { query, page, onPage, empty, rows } = props;
  const { data, isError } = query;
  if (data === undefined)
    return isError ? (
      <Unavailable words={t('Your history can’t be loaded right now.')} query={query} />
    ) : (
      <Waiting />
    );
  if (data.total === 0) return <p className="px-6 py-8 text-center text-[0.8125rem] text-haze">{empty}</p>;
  return (
    <>
      <ul className="divide-y divide-line">{rows(data)}</ul>
      <Pages page={page} size={HISTORY_ROWS} total={data.total} onPage={onPage} />
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t('Loading your history')} className="space-y-3 p-4">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
