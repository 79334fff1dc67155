/** The pool as anybody sees it: reserves, what it earns, one's own part, and what was done on it. */
import { useState } from 'react';
import type { AnswerOf } from '@rialto/contract';
import { shortened } from '@rialto/market';
import { usePoolStats, usePoolTransactions } from '../../../data/pools/pool-queries.ts';
import type { PoolFilter } from '../../../data/pools/pool-queries.ts';
import { shownUnits } from '../../../flows/review.ts';
import { Line } from '../../../show/Lines.tsx';
import { Exact, Fiat, Money, Tokens } from '../../../show/Money.tsx';
import { TxLink } from '../../../show/TxLink.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs, underlineTab } from '../../../ui/Tabs.tsx';
import { dateWords, msg, t } from '../../../words.ts';
import { percentText } from '../SwapCosts.tsx';
import type { PoolPage, PoolToken } from '../pool-page.ts';

interface PoolPanelProps {
  readonly page: PoolPage;
  readonly token: PoolToken;
  readonly pool: AnswerOf<'pool'>;
}

export function PoolPanel({ page, token, pool }: PoolPanelProps) {
  return (
    <aside className="min-w-0 space-y-6" aria-label={t('Pool')} data-testid="pool-panel">
      <Reserves page={page} token={token} pool={pool} />
      <Transactions page={page} token={token} />
    </aside>
  );
}

function Reserves({ page, token, pool }: PoolPanelProps) {
  const stats = usePoolStats(page.net, token.id).data;
  const units = shownUnits(BigInt(pool.token2Pool), token.divisibility);
  return (
    <section className="panel px-4 py-4">
      <h2 className="mb-3 text-sm font-semibold">{t('Pool')}</h2>
      <dl className="space-y-2">
        <Line name={t('Reserves')}>
          <Money value={BigInt(pool.token1Pool)} full className="block" />
          <Tokens units={units} tick={token.name} className="block" />
        </Line>
        {stats === undefined ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <>
            <Line name={t('TVL')}>
              <Money value={BigInt(stats.tvl)} full /> <Fiat value={BigInt(stats.tvl)} />
            </Line>
            <Line name={t('24 h volume')}>
              <Exact value={BigInt(stats.volume24h)} />
            </Line>
            <Line name={t('24 h fees to providers')}>
              <Exact value={BigInt(stats.fees24h)} />
            </Line>
            <Line name={t('APR from fees')}>{percentText(stats.apr)}</Line>
          </>
        )}
      </dl>
      {BigInt(pool.addressEquityOverall) === 0n ? null : (
        <dl className="mt-2 space-y-2 border-t border-line pt-2" data-testid="pool-own">
          <Line name={t('Your share')}>{percentText(pool.poolShareAvailable)}</Line>
          <Line name={t('It is worth')}>
            <Money value={BigInt(pool.token1AmountAvailable)} full className="block" />
            <Tokens
              units={shownUnits(BigInt(pool.token2AmountAvailable), token.divisibility)}
              tick={token.name}
              className="block"
            />
          </Line>
        </dl>
      )}
    </section>
  );
}

const FILTERS: readonly { readonly id: PoolFilter; readonly label: string }[] = [
  { id: 'all', label: msg('All') },
  { id: 'swap', label: msg('Swaps') },
  { id: 'add', label: msg('Added') },
  { id: 'remove', label: msg('Removed') },
];

function Transactions({ page, token }: Omit<PoolPanelProps, 'pool'>) {
  const [filter, setFilter] = useState<PoolFilter>('all');
  const [mine, setMine] = useState(false);
  const address = mine ? page.address : '';
  const { data } = usePoolTransactions(page.net, token.id, { filter, address });
  return (
    <section className="panel px-4 pb-4">
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
            {data.map((row) => (
              <Row key={`${row.id} ${row.status}`} row={row} token={token} />
            ))}
          </ul>
        )}
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
  failed: msg('Came to nothing'),
};

function Row({ row, token }: { row: Listed; token: PoolToken }) {
  return (
    <li
      data-testid="pool-transaction"
      data-status={row.status}
      className="flex items-center justify-between gap-3 py-2 text-[0.8125rem]"
    >
      <span>
        <span className="block font-medium">{t(NAMES[row.type])}</span>
        <span className="block text-xs text-haze">
          {row.status === 'completed'
            ? dateWords(row.updatedAt, { dateStyle: 'short', timeStyle: 'short' })
            : t(STATES[row.status])}
        </span>
      </span>
      <span className="num min-w-0 text-right">
        <Money value={BigInt(row.amount1)} full className="block" />
        <Tokens
          units={shownUnits(BigInt(row.amount2), token.divisibility)}
          tick={token.name}
          className="block"
        />
        {row.txid === '' ? null : <TxLink txId={row.txid} shown={shortened(row.txid)} />}
      </span>
    </li>
  );
}
