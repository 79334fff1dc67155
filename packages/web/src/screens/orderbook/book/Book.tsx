/** The picture of the market: asks above, one row a price, the best next to the middle, the middle, and the bids to come. */
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { levelsOf } from '@rialto/market';
import type { BookLevel, BookRow } from '@rialto/market';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSettings } from '../../../data/settings.ts';
import { COLUMNS } from './columns.ts';
import type { MarketFigures } from '../pair/figures.ts';
import type { Picked } from '../form.ts';
import { LevelRow } from './LevelRow.tsx';
import type { Most } from './LevelRow.tsx';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';
import { Middle } from './Middle.tsx';
import { PRICE_DIGITS, maxOf, maxOfAmounts } from '../../../show/Money.tsx';
import { t } from '../../../words.ts';

interface BookProps {
  readonly rows: readonly BookRow[];
  readonly floor: BookRow | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly chosen: readonly string[];
  readonly onPick: (picked: Picked) => void;
  readonly tick: string;
  readonly market: MarketFigures | undefined;
}

export function Book(props: BookProps) {
  const { rows, floor, loading, failed, onRetry, tick, market } = props;
  const { btcUnit } = useSettings();
  return (
    <section aria-label={t('Order book')} data-testid="book" className="flex min-h-0 flex-1 flex-col">
      <div
        className={`${COLUMNS} h-8 shrink-0 items-center overflow-hidden text-2xs text-haze [scrollbar-gutter:stable]`}
        aria-hidden="true"
      >
        <span className="text-right">{t('Price, sat')}</span>
        <span className="col-span-2 truncate text-right">
          {tick === '' ? t('Amount') : t('Amount, {tick}', { tick })}
        </span>
        <span className="text-right">{t('Total, {unit}', { unit: btcUnit ? 'BTC' : 'sat' })}</span>
      </div>
      {loading ? <BookSkeleton /> : failed ? <BookFailed onRetry={onRetry} /> : null}
      {!loading && !failed && rows.length === 0 ? <BookEmpty tick={tick} /> : null}
      {rows.length > 0 && !loading ? <Asks {...props} /> : null}
      <Middle floor={floor} market={market} />
      <div className="flex h-14 shrink-0 items-center gap-3 px-4 text-[0.8125rem] text-haze sm:h-16">
        <span className="size-1.5 rounded-full bg-buy/60" aria-hidden="true" />
        {t('Bids are not open yet')}
      </div>
    </section>
  );
}

/** As many prices as a screen has room for. */
const NEAR = 24;

/** Listed best first; shown best last, so that the best is next to the middle and the far end scrolls away. */
function Asks({ rows, chosen, onPick, tick }: BookProps) {
  const [active, setActive] = useState<string>();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { simplifyPrice } = useSettings();
  const levels = useMemo(() => levelsOf(rows, PRICE_DIGITS), [rows]);
  const [known] = useState(() => new Set(levels.map((level) => level.price)));
  const most = useMemo(() => mostsOf(levels, simplifyPrice), [levels, simplifyPrice]);
  // At first what is far from the middle is drawn when nothing else waits; later changes are not put off.
  const toTheEnd = useDeferredValue(true, false);
  const lines = linesOf(toTheEnd ? levels : levels.slice(0, NEAR), opened);
  // The line itself, not its place: in a lively book lines come and go above it.
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === active),
  );
  const current = lines[at];
  const list = useRef<HTMLDivElement>(null);
  const open = (price: string, on: boolean): void =>
    setOpened((now) => (on ? [...now, price] : now.filter((one) => one !== price)));
  const pick = (line: Line): void => {
    if (line.picked !== undefined) onPick(line.picked);
  };
  const walk = (event: KeyboardEvent): void => {
    const to = { ArrowUp: at + 1, ArrowDown: at - 1, Home: lines.length - 1, End: 0 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(lines.length - 1, to));
      setActive(lines[next]?.id);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (current === undefined) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(current);
    } else if (event.key === 'ArrowRight' && current.opens === 'closed') open(current.level.price, true);
    else if (event.key === 'ArrowLeft') open(current.level.price, false);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end [container-type:size]">
      <div
        ref={list}
        role="listbox"
        aria-label={t('Sell orders of {tick}, best price first', { tick })}
        aria-multiselectable="true"
        tabIndex={0}
        aria-activedescendant={current === undefined ? undefined : `ask-${current.id}`}
        onKeyDown={walk}
        className="group/book flex max-h-full flex-col-reverse overflow-y-auto [--row:2.5rem] lg:[--row:1.75rem] supports-[height:round(down,1px,1px)]:max-h-[calc(round(down,100cqh-0.25rem,var(--row))+0.25rem)] overscroll-contain pb-1 [scrollbar-gutter:stable] focus-visible:outline-offset-[-2px]"
      >
        {lines.map((line, index) => (
          <LevelRow
            key={line.id}
            line={line}
            active={index === at}
            chosen={chosenOf(line, chosen)}
            isNew={!known.has(line.level.price)}
            most={most}
            onPick={() => {
              setActive(line.id);
              pick(line);
            }}
            onOpen={() => open(line.level.price, line.opens === 'closed')}
          />
        ))}
      </div>
    </div>
  );
}

/** How many of a line's orders are chosen. */
function chosenOf(line: Line, chosen: readonly string[]): number {
  return line.rows.filter((row) => chosen.includes(row.id)).length;
}

function mostsOf(levels: readonly BookLevel[], simplify: boolean): Most {
  return {
    price: maxOf(
      levels.map((level) => level.price),
      simplify,
    ),
    amount: maxOfAmounts(levels.flatMap(({ amount, rows }) => [amount, ...rows.map((row) => row.amount)])),
  };
}

function BookSkeleton() {
  return (
    <div
      className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden pb-1 [scrollbar-gutter:stable]"
      role="status"
      aria-label={t('Loading the book')}
    >
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} className={`${COLUMNS} h-10 shrink-0 items-center lg:h-7`}>
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
      <p className="text-sm font-medium">{t('No {tick} for sale right now', { tick })}</p>
      <p className="text-[0.8125rem] text-haze">
        {t('Be the first: choose Sell, set your price, sign once.')}
      </p>
    </div>
  );
}

function BookFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-3 px-8 text-center">
      <p className="text-sm font-medium">{t('The order book can’t be loaded right now')}</p>
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
