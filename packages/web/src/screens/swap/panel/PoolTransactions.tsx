/** What was done on a pool: all, swaps, what was added or removed, or one's own alone. */
import { useState } from 'react';
import type { AnswerOf } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { usePoolTransactions } from '../../../data/pools/pool-queries.ts';
import type { PoolFilter } from '../../../data/pools/pool-queries.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Money, Tokens } from '../../../show/Money.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../../ui/Tabs.tsx';
import { dateWords, msg, t } from '../../../words.ts';
import type { PoolPage } from '../pool-page.ts';
import type { PoolToken } from '../pool-token.ts';

const FILTERS: readonly { readonly id: PoolFilter; readonly label: string }[] = [
  { id: 'all', label: msg('All') },
  { id: 'swap', label: msg('Swaps') },
  { id: 'add', label: msg('Added') },
  { id: 'remove', label: msg('Removed') },
];

const FEW = 8;
const MORE = 40;

export function PoolTransactions({ page, token }: { page: PoolPage; token: PoolToken }) {
  const [filter, setFilter] = useState<PoolFilter>('all');
  const [mine, setMine] = useState(false);
  const [rows, setRows] = useState(FEW);
  const address = mine ? page.address : '';
  const { data } = usePoolTransactions(page.place, { filter, address });
  return (
    <section className="panel px-4 pb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
        <Tabs
          label={t('Transactions of the pool')}
          tabs={FILTERS.map(({ id, label }) => ({ id, label: t(label), testId: `pool-filter-${id}` }))}
          chosen={filter}
          onChoose={setFilter}
          panelId="pool-transactions"
          className="flex gap-4"
          tabClass={underlineTab}
        />
        {page.address === '' ? null : (
          <label className="flex min-h-11 items-center gap-2 text-[0.8125rem] text-mist">
            <input
              type="checkbox"
              checked={mine}
              data-testid="pool-mine"
              onChange={(event) => setMine(event.target.checked)}
              className="size-4 accent-amber"
            />
            {t('Mine only')}
          </label>
        )}
      </div>
      <div id="pool-transactions" role="tabpanel" aria-label={t('Transactions of the pool')}>
        {data === undefined ? (
          <Skeleton className="mt-3 h-24 w-full" />
        ) : data.length === 0 ? (
          <p className="py-6 text-center text-[0.8125rem] text-haze">{t('Nothing yet')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {data.slice(0, rows).map((row) => (
              <Row key={`${row.id} ${row.status}`} row={row} token={token} />
            ))}
          </ul>
        )}
        {data !== undefined && data.length > rows ? (
          <Button
            tone="ghost"
            className="my-1 w-full"
            data-testid="pool-more"
            onClick={() => setRows(rows + MORE)}
          >
            {t('Show more')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

type Listed = AnswerOf<'poolTransactions'>[number];

const NAMES: Readonly<Record<Listed['type'], string>> = {
  '1x': msg('Buy'),
  x2: msg('Buy'),
  '2x': msg('Sell'),
  x1: msg('Sell'),
  init: msg('First liquidity'),
  add: msg('Added'),
  remove: msg('Removed'),
  refresh: msg('Refresh'),
};
const STATES: Readonly<Record<Listed['status'], string>> = {
  pending: msg('In mempool'),
  completed: msg('Confirmed'),
  failed: msg('Failed'),
};

const LOOKS: Partial<Record<Listed['type'], string>> = {
  '1x': 'text-buy',
  x2: 'text-buy',
  '2x': 'text-sell',
  x1: 'text-sell',
};

function Row({ row, token }: { row: Listed; token: PoolToken }) {
  return (
    <li
      data-testid="pool-transaction"
      data-status={row.status}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-[0.8125rem] sm:grid-cols-[7.5rem_minmax(0,1fr)_minmax(0,1.4fr)_7.5rem]"
    >
      <span className="max-sm:row-span-2">
        <span className={`block font-medium ${LOOKS[row.type] ?? ''}`}>{t(NAMES[row.type])}</span>
        <span className="block text-xs text-haze">
          {row.status === 'completed'
            ? dateWords(row.updatedAt, { dateStyle: 'short', timeStyle: 'short' })
            : t(STATES[row.status])}
        </span>
      </span>
      <span className="num text-right">
        <Money value={BigInt(row.amount1)} full />
      </span>
      <span className="num text-right">
        <Tokens units={shownUnits(BigInt(row.amount2), token.divisibility)} tick={token.name} />
      </span>
      <span className="text-right max-sm:col-start-2">
        {row.txid === '' ? null : <TxLink txId={row.txid} shown={shortened(row.txid)} />}
      </span>
    </li>
  );
}
