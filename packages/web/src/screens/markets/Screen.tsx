/** All markets: of every protocol, with price, day, floor and what is listed; chosen, sorted, starred. */
import { useDeferredValue, useState } from 'react';
import { BUSIEST, useMarkets } from '../../data/markets/markets.ts';
import type { MarketChoice } from '../../data/markets/markets.ts';
import { useNetwork } from '../../data/network.ts';
import { BookChips, SortChoice } from '../../show/markets/Choice.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MarketTable } from './MarketTable.tsx';
import { t } from '../../words.ts';

export function MarketsScreen() {
  const [choice, choose] = useState(BUSIEST);
  const list = useMarkets(useNetwork(), useDeferredValue(choice));
  return (
    <main tabIndex={0} className="flex-1 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto">
      <div className="mx-auto w-full max-w-6xl px-2 py-6 sm:px-5 sm:py-8">
        <h1 className="px-2 text-2xl font-semibold tracking-tight sm:px-0">{t('Markets')}</h1>
        <div className="mb-3 mt-4 flex flex-wrap items-center gap-3 px-2 sm:px-0">
          <Search choice={choice} onChoose={choose} />
          <BookChips choice={choice} onChoose={choose} />
          <SortChoice choice={choice} onChoose={choose} />
        </div>
        <section aria-label={t('Markets')} className="panel overflow-hidden">
          {list.failed ? (
            <Said words={t('The markets can’t be loaded right now.')}>
              <Button onClick={list.retry}>{t('Try again')}</Button>
            </Said>
          ) : list.loading ? (
            <Loading />
          ) : list.markets.length === 0 ? (
            <Said words={choice.search === '' ? t('No market yet') : t('No results')} />
          ) : (
            <MarketTable list={list} choice={choice} onChoose={choose} />
          )}
        </section>
        {list.more === undefined ? null : (
          <Button onClick={list.more} data-testid="more-markets" className="mx-auto mt-4 !flex max-sm:h-11">
            {t('More markets')}
          </Button>
        )}
      </div>
    </main>
  );
}

function Search({ choice, onChoose }: { choice: MarketChoice; onChoose: (next: MarketChoice) => void }) {
  return (
    <label className="flex h-10 w-full items-center gap-2.5 rounded-[10px] border border-edge bg-ink-0 px-3 focus-within:border-amber max-sm:h-11 sm:w-72">
      <Icon name="search" className="text-haze" />
      <span className="sr-only">{t('Search markets')}</span>
      <input
        type="search"
        data-testid="markets-search"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('Token or deploy ID')}
        value={choice.search}
        onChange={(event) => onChoose({ ...choice, search: event.target.value })}
        className="h-full min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-haze"
      />
    </label>
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

const ROWS = [0, 1, 2, 3, 4, 5];

function Loading() {
  return (
    <div role="status" aria-label={t('Loading markets')} className="divide-y divide-line">
      {ROWS.map((row) => (
        <div key={row} className="flex h-14 items-center gap-3 px-4">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  );
}
