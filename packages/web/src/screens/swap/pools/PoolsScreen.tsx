/** All pools that hold liquidity: how much, what they moved in a day, what they yield; each leads to its swap. */
import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import { useNetwork } from '../../../data/network.ts';
import { usePoolList } from '../../../data/pools/pool-list-queries.ts';
import type { PoolBook } from '../../../data/pools/pool-rules.ts';
import { useAccount } from '../../../flows/account/account.ts';
import { Notice } from '../../../show/Lines.tsx';
import { BOOK_NAMES } from '../../../show/markets/book-names.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK_BUTTON } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Way } from '../../../ui/Way.tsx';
import { t } from '../../../words.ts';
import { ActDialog, OngoingLine } from '../act/ActDialog.tsx';
import { useActing } from '../act/acting.ts';
import { AddScreen } from '../liquidity/AddScreen.tsx';
import { PoolTable } from './PoolTable.tsx';
import { foundPools } from './pool-list.ts';

/** @param book undefined: of both kinds */
export function PoolList({ book }: { book: PoolBook | undefined }) {
  const { pools, isPending, isError, retry } = usePoolList(useNetwork(), book);
  const { user } = useAccount();
  const acting = useActing();
  const [typed, setTyped] = useState('');
  const found = foundPools(pools, typed);
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-6xl px-2 py-6 sm:px-5 sm:py-8" data-testid="pools">
        <h1 className="px-2 text-2xl font-semibold tracking-tight sm:px-0">{t('Pools')}</h1>
        <div className="mb-3 mt-4 flex flex-wrap items-center gap-3 px-2 sm:px-0">
          <Search typed={typed} onType={setTyped} />
          <Kinds book={book} />
        </div>
        <div className="mb-3 empty:hidden">
          <OngoingLine acting={acting} />
        </div>
        {isError && pools.length > 0 ? (
          <Notice tone="warn">{t('Some pools can’t be loaded right now.')}</Notice>
        ) : null}
        <section aria-label={t('Pools')} className="panel overflow-hidden">
          {found.length > 0 ? (
            <PoolTable pools={found} address={user?.address ?? ''} />
          ) : isError ? (
            <Said words={t('The pools can’t be loaded right now.')}>
              <Button onClick={retry}>{t('Try again')}</Button>
            </Said>
          ) : isPending ? (
            <Loading />
          ) : typed.trim() === '' ? (
            <Said words={t('Nobody has added liquidity yet')}>
              <Openings book={book} />
            </Said>
          ) : (
            <Said words={t('No results')} />
          )}
        </section>
      </div>
      <ActDialog acting={acting} />
    </main>
  );
}

/** The list, or what the address names: adding to one pool. */
export function PoolsOrAdd({ book }: { book: PoolBook }) {
  const { pair } = useParams({ strict: false });
  return pair === undefined ? <PoolList book={book} /> : <AddScreen book={book} />;
}

const BOOKS = ['brc20', 'runes'] as const;

const hrefOf = (book: PoolBook | undefined): string =>
  book === undefined ? '/swap-pools' : `/swap-pools/${book}`;

function Kinds({ book }: { book: PoolBook | undefined }) {
  return (
    <nav aria-label={t('Protocol')} className="flex flex-wrap gap-1.5">
      {[undefined, ...BOOKS].map((one) => (
        <Way
          key={one ?? 'all'}
          href={hrefOf(one)}
          data-testid={`pools-${one ?? 'all'}`}
          aria-current={one === book ? 'page' : undefined}
          className="inline-flex h-8 items-center rounded-full border border-line-strong px-3 text-[0.8125rem] text-mist hover:text-fog aria-[current]:border-amber aria-[current]:text-fog max-sm:h-11 max-sm:px-3.5"
        >
          {one === undefined ? t('All') : t(BOOK_NAMES[one])}
        </Way>
      ))}
    </nav>
  );
}

function Search({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <input
      type="search"
      data-testid="pools-search"
      aria-label={t('Search pools')}
      autoComplete="off"
      spellCheck={false}
      placeholder={t('Token or rune ID')}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className="h-10 w-full min-w-0 rounded-[10px] border border-edge bg-ink-0 px-3 text-sm outline-none placeholder:text-haze focus:border-amber max-sm:h-11 sm:w-72"
    />
  );
}

/** Where a pool is opened. */
function Openings({ book }: { book: PoolBook | undefined }) {
  const names = { brc20: t('Open a BRC-20 pool'), runes: t('Open a Runes pool') };
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {BOOKS.filter((one) => book === undefined || one === book).map((one) => (
        <Way key={one} href={`${hrefOf(one)}/add`} className={LINK_BUTTON}>
          {names[one]}
        </Way>
      ))}
    </div>
  );
}

function Said({ words, children }: { words: string; children?: React.ReactNode }) {
  return (
    <div role="status" className="grid h-64 place-content-center justify-items-center gap-4 text-center">
      <p className="text-sm text-haze">{words}</p>
      {children}
    </div>
  );
}

const ROWS = [0, 1, 2, 3];

function Loading() {
  return (
    <div role="status" aria-label={t('Loading pools')} className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex h-16 items-center gap-3 px-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
