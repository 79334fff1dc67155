/** One ledger's part of the balances: its rows, or in one line why there are none. */
import type { ReactNode } from 'react';
import { ApiError } from '../../../data/calls/api-error.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';

interface LedgerProps<Row> {
  readonly name: string;
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly rows: readonly Row[] | undefined;
  readonly children: (row: Row) => ReactNode;
}

export function Ledger<Row>({ name, query, rows, children }: LedgerProps<Row>) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-[0.8125rem] text-mist">{name}</h3>
      {rows === undefined ? (
        <Missing name={name} query={query} />
      ) : rows.length === 0 ? (
        <p className="text-[0.8125rem] leading-8 text-haze">{t('None')}</p>
      ) : (
        <ul className="divide-y divide-line">{rows.map(children)}</ul>
      )}
    </section>
  );
}

function Missing({ name, query }: { name: string; query: LedgerProps<never>['query'] }) {
  const { error } = query;
  if (error === null) return <Skeleton className="my-1.5 h-5 w-full" />;
  // A call that does not exist is a ledger that is not served yet.
  if (error instanceof ApiError && error.status === 404)
    return <p className="text-[0.8125rem] leading-8 text-haze">{t('Not followed by this exchange yet')}</p>;
  return (
    <p className="text-[0.8125rem] leading-8 text-warn">
      {t('{name} can’t be loaded right now.', { name })}{' '}
      <button type="button" className="underline underline-offset-4" onClick={() => query.refetch()}>
        {t('Try again')}
      </button>
    </p>
  );
}
