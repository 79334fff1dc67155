/** What was done with the pool last, beside the form. */
import { useState } from 'react';
import type { MvcPool } from '@rialto/contract';
import type { MvcVenue } from '../../data/mvc/mvc-places.ts';
import { useMvcPoolTransactions } from '../../data/mvc/mvc-queries.ts';
import { MvcRows } from '../../show/mvc/MvcRows.tsx';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { t } from '../../words.ts';

const FEW = 8;
const MORE = 40;

export function MvcPoolSwaps({ venue, pool }: { venue: MvcVenue; pool: MvcPool }) {
  const { data, isError } = useMvcPoolTransactions(venue, pool.pair);
  const [rows, setRows] = useState(FEW);
  return (
    <aside
      className="panel min-w-0 px-4 pb-2 pt-3"
      aria-label={t('Transactions of the pool')}
      data-testid="mvc-pool-swaps"
    >
      <h2 className="mb-1 text-sm font-semibold">{t('Transactions of the pool')}</h2>
      {data === undefined ? (
        isError ? (
          <p className="py-6 text-center text-[0.8125rem] text-warn">
            {t('The transactions can’t be loaded right now. Retrying automatically.')}
          </p>
        ) : (
          <Skeleton className="mt-3 h-24 w-full" />
        )
      ) : data.list.length === 0 ? (
        <p className="py-6 text-center text-[0.8125rem] text-haze">{t('Nothing yet')}</p>
      ) : (
        <MvcRows rows={data.list.slice(0, rows)} testId="mvc-pool-transaction" />
      )}
      {data !== undefined && data.list.length > rows ? (
        <Button tone="ghost" className="my-1 w-full" onClick={() => setRows(rows + MORE)}>
          {t('Show more')}
        </Button>
      ) : null}
    </aside>
  );
}
