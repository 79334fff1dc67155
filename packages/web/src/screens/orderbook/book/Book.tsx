/** The picture of the market: asks above, one row a price, the best next to the middle, the spread, and the bids below. */
import { Suspense, lazy } from 'react';
import type { BookRow } from '@rialto/market';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSettings } from '../../../data/settings.ts';
import { COLUMNS } from './columns.ts';
import type { MarketFigures } from '../pair/figures.ts';
import type { Picked } from '../form-acts.ts';
import { Levels } from './Levels.tsx';
import { Middle } from './Middle.tsx';
import { t } from '../../../words.ts';

const LiveBids = lazy(async () => ({ default: (await import('../live/LiveBids.tsx')).LiveBids }));

/** A longer name would run into the head beside it. */
const LONG = 10;

interface BookProps {
  readonly rows: readonly BookRow[];
  /** The highest first. */
  readonly bids: readonly BookRow[];
  readonly floor: BookRow | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly chosen: readonly string[];
  readonly onPick: (picked: Picked) => void;
  /** A bid is sold into. */
  readonly onSell: (picked: Picked) => void;
  /** Live bids, and answering one. */
  readonly live?: readonly BookRow[];
  readonly onAnswer?: (orderId: string) => void;
  readonly tick: string;
  readonly market: MarketFigures | undefined;
}

export function Book(props: BookProps) {
  const { rows, bids, floor, loading, failed, onRetry, chosen, onPick, onSell, tick, market } = props;
  const { live, onAnswer } = props;
  const { btcUnit } = useSettings();
  return (
    <section aria-label={t('Order book')} data-testid="book" className="flex min-h-0 flex-1 flex-col">
      <div
        className={`${COLUMNS} h-8 shrink-0 items-center overflow-hidden text-2xs text-haze [scrollbar-gutter:stable]`}
        aria-hidden="true"
      >
        <span className="text-right">{t('Price, sat')}</span>
        <span className="col-span-2 truncate text-right">
          {tick === '' || tick.length > LONG ? t('Amount') : t('Amount, {tick}', { tick })}
        </span>
        <span className="text-right">{t('Total, {unit}', { unit: btcUnit ? 'BTC' : 'sat' })}</span>
      </div>
      {loading ? <BookSkeleton /> : failed ? <BookFailed onRetry={onRetry} /> : null}
      {!loading && !failed && rows.length === 0 ? <BookEmpty tick={tick} /> : null}
      {rows.length > 0 && !loading ? (
        <Levels
          side="ask"
          name={t('Sell orders of {tick}, best price first', { tick })}
          {...{ rows, chosen, onPick }}
        />
      ) : null}
      <Middle floor={floor} bid={bids.find((row) => !row.pending)} market={market} />
      {bids.length === 0 ? (
        <NoBids />
      ) : (
        <Levels
          side="bid"
          name={t('Bids for {tick}, best price first', { tick })}
          rows={bids}
          chosen={chosen}
          onPick={onSell}
        />
      )}
      <LiveSide {...{ live, onAnswer, tick }} />
    </section>
  );
}

interface LiveSideProps {
  readonly live: readonly BookRow[] | undefined;
  readonly onAnswer: ((orderId: string) => void) | undefined;
  readonly tick: string;
}

function LiveSide({ live, onAnswer, tick }: LiveSideProps) {
  if (live === undefined || live.length === 0 || onAnswer === undefined) return null;
  return (
    <Suspense fallback={null}>
      <LiveBids rows={live} tick={tick} onAnswer={onAnswer} />
    </Suspense>
  );
}

function NoBids() {
  return (
    <p className="flex h-14 shrink-0 items-center gap-3 px-4 text-[0.8125rem] text-haze sm:h-16">
      <span className="size-1.5 rounded-full bg-buy/60" aria-hidden="true" />
      {t('No bids. Choose Buy, Limit to place the first.')}
    </p>
  );
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
