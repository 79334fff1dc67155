/** The picture of the market: asks above, the best next to the middle, the middle, and the bids to come. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { changedRows, isBuyable } from '@rialto/market';
import type { BookRow } from '@rialto/market';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSettings } from '../../data/settings.ts';
import { AskRow } from './AskRow.tsx';
import { Middle } from './Middle.tsx';
import { mostOf, mostOfAmounts } from '../../show/Money.tsx';
import type { MarketFigures } from './MarketBar.tsx';
import { t } from '../../words.ts';

export interface BookProps {
  readonly rows: readonly BookRow[];
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
  readonly tick: string;
  readonly market: MarketFigures | undefined;
}

const COLUMNS = 'grid grid-cols-[4.75rem_minmax(0,1fr)_minmax(4.5rem,1.2fr)_minmax(6rem,1.4fr)] gap-2 px-4';

export function Book(props: BookProps) {
  const { rows, loading, failed, onRetry, tick, market } = props;
  const { btcUnit } = useSettings();
  return (
    <section aria-label={t('Order book')} data-testid="book" className="flex min-h-0 flex-1 flex-col">
      <div className={`${COLUMNS} h-8 items-center text-2xs text-haze`} aria-hidden="true">
        <span className="text-right">{t('Price, sat')}</span>
        <span />
        <span className="text-right">{tick === '' ? t('Amount') : t('Amount, {tick}', { tick })}</span>
        <span className="text-right">{t('Total, {unit}', { unit: btcUnit ? 'BTC' : 'sat' })}</span>
      </div>
      {loading ? <BookSkeleton /> : failed ? <BookFailed onRetry={onRetry} /> : null}
      {!loading && !failed && rows.length === 0 ? <BookEmpty tick={tick} /> : null}
      {rows.length > 0 && !loading ? <Asks {...props} /> : null}
      <Middle best={rows.find((row) => isBuyable(row)) ?? rows[0]} market={market} />
      <div className="flex h-14 shrink-0 items-center gap-3 px-4 text-[0.8125rem] text-haze sm:h-16">
        <span className="size-1.5 rounded-full bg-buy/60" aria-hidden="true" />
        {t('Bids are not open yet')}
      </div>
    </section>
  );
}

/** Listed best first; shown best last, so that it stands next to the middle and the far end scrolls away. */
function Asks({ rows, chosen, onToggle, tick }: BookProps) {
  const [active, setActive] = useState(0);
  const { simplifyPrice } = useSettings();
  const flashing = useFlashes(rows);
  const most = useMemo(() => mostsOf(rows, simplifyPrice), [rows, simplifyPrice]);
  const at = Math.min(active, rows.length - 1);
  const current = rows[at];
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const to = { ArrowUp: at + 1, ArrowDown: at - 1, Home: rows.length - 1, End: 0 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(rows.length - 1, to));
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if ((event.key === 'Enter' || event.key === ' ') && current !== undefined) {
      event.preventDefault();
      if (isBuyable(current)) onToggle(current.id);
    }
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label={t('Sell orders of {tick}, best price first', { tick })}
      aria-multiselectable="true"
      tabIndex={0}
      aria-activedescendant={current === undefined ? undefined : `ask-${current.id}`}
      onKeyDown={walk}
      className="group/book flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain pb-1 focus-visible:outline-offset-[-2px]"
    >
      {rows.map((row, index) => (
        <AskRow
          key={row.id}
          row={row}
          active={index === at}
          chosen={chosen.includes(row.id)}
          flash={flashing.includes(row.id)}
          most={most}
          onPick={() => {
            setActive(index);
            if (isBuyable(row)) onToggle(row.id);
          }}
        />
      ))}
    </div>
  );
}

function mostsOf(rows: readonly BookRow[], simplify: boolean): { price: number; amount: number } {
  return {
    price: mostOf(
      rows.map((row) => row.price),
      simplify,
    ),
    amount: mostOfAmounts(rows.map((row) => row.amount)),
  };
}

const FLASH_MS = 1_000;

/** The rows that changed in the last moment. */
function useFlashes(rows: readonly BookRow[]): readonly string[] {
  const before = useRef<readonly BookRow[] | undefined>(undefined);
  const [flashing, setFlashing] = useState<readonly string[]>([]);
  useEffect(() => {
    const changed = changedRows(before.current, rows);
    before.current = rows;
    if (changed.length === 0) return;
    const on = setTimeout(() => setFlashing(changed), 0);
    const off = setTimeout(() => setFlashing([]), FLASH_MS);
    return () => {
      clearTimeout(on);
      clearTimeout(off);
    };
  }, [rows]);
  return flashing;
}

function BookSkeleton() {
  return (
    <div
      className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden pb-1"
      role="status"
      aria-label={t('Loading the book')}
    >
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} className={`${COLUMNS} h-[1.875rem] shrink-0 items-center`}>
          <Skeleton className="ml-auto h-3 w-12" />
          <span />
          <Skeleton className="ml-auto h-3 w-14" />
          <Skeleton className="ml-auto h-3 w-20" />
        </div>
      ))}
    </div>
  );
}

function BookEmpty({ tick }: { tick: string }) {
  return (
    <div className="grid min-h-0 flex-1 place-content-center gap-1 px-8 text-center">
      <p className="text-sm font-medium">{t('Nobody sells {tick} right now', { tick })}</p>
      <p className="text-[0.8125rem] text-haze">
        {t('Be the first: choose Sell, name your price, sign once.')}
      </p>
    </div>
  );
}

function BookFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-3 px-8 text-center">
      <p className="text-sm font-medium">{t('The book cannot be read right now')}</p>
      <button
        type="button"
        onClick={onRetry}
        className="rounded-lg border border-line-strong px-3 py-1.5 text-[0.8125rem] hover:bg-ink-3"
      >
        {t('Try again')}
      </button>
    </div>
  );
}
