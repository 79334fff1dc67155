/** The prices of one token: the interval, the numbers of one candle, and the picture or the table. */
import { Suspense, lazy, memo, useMemo, useState } from 'react';
import { grouped } from '@rialto/market';
import type { Kline, Order } from '@rialto/contract';
import type { KlineQuery } from '../../../data/kline-queries.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { t } from '../../../words.ts';
import { KlineTable } from './KlineTable.tsx';
import { Legend, TradeLegend } from './Legend.tsx';
import { Notice } from './Notice.tsx';
import { INTERVALS, INTERVAL_NAMES, useCandles } from './interval.ts';
import type { ShownCandles } from './interval.ts';
import { isEnough, isYoung, tradePoints } from './trade-points.ts';

const Candles = lazy(async () => ({ default: (await import('./Candles.tsx')).Candles }));

interface PricesProps extends Omit<KlineQuery, 'interval'> {
  readonly isTable: boolean;
  /** Newest first; undefined while they load. */
  readonly sales: readonly Order[] | undefined;
  /** Of one's own asks. */
  readonly own: readonly string[];
  readonly ownBids: readonly string[];
}

/** Drawn anew when candles change, not with every order of the book. */
export const Prices = memo(function Prices({ isTable, sales, own, ownBids, ...market }: PricesProps) {
  const candles = useCandles(market);
  const { interval, list } = candles;
  const [pointed, setPointed] = useState<number>();
  const areDrawn = isYoung(sales) && !isEnough(list);
  const trades = useMemo(() => (areDrawn ? tradePoints(sales ?? []) : undefined), [areDrawn, sales]);
  const trade = trades?.find(({ second }) => second * 1_000 === pointed);
  const kline = useMemo(
    () => list?.find(({ timestamp }) => timestamp === pointed) ?? list?.at(-1),
    [list, pointed],
  );
  return (
    <>
      {/* Heights are fixed: whatever the legend says, the picture stays where it is. */}
      <div className="flex shrink-0 flex-col px-4 py-1 sm:h-9 sm:flex-row sm:items-center sm:gap-x-4">
        <Intervals {...candles} />
        <div className="h-5 min-w-0 overflow-hidden sm:h-4 sm:flex-1">
          {trade === undefined ? (
            <Legend kline={kline} tick={market.tick} interval={interval} />
          ) : (
            <TradeLegend trade={trade} tick={market.tick} />
          )}
        </div>
      </div>
      <div className="relative min-h-0 flex-1">
        {list === undefined ? (
          <State failed={candles.failed} onRetry={candles.retry} />
        ) : list.length === 0 ? (
          <Notice title={t('No trades yet')}>{t('The first trade starts the chart.')}</Notice>
        ) : isTable ? (
          <KlineTable list={list} tick={market.tick} interval={interval} />
        ) : (
          <Suspense fallback={<State failed={false} onRetry={() => undefined} />}>
            <Candles
              key={trades === undefined ? interval : 'trades'}
              {...{ list, trades, own, ownBids, interval }}
              words={summaryOf(list, market.tick, t(INTERVAL_NAMES[interval]))}
              onPoint={setPointed}
            />
          </Suspense>
        )}
      </div>
    </>
  );
});

function Intervals({ interval, choose }: Pick<ShownCandles, 'interval' | 'choose'>) {
  return (
    <div role="group" aria-label={t('Length of a candle')} className="flex shrink-0 gap-1">
      {INTERVALS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === interval}
          title={t(INTERVAL_NAMES[one])}
          data-testid={`chart-${one}`}
          onClick={() => choose(one)}
          className={`h-7 min-w-8 rounded-md px-1.5 text-xs ${
            one === interval ? 'bg-ink-3 text-fog' : 'text-haze hover:text-mist'
          }`}
        >
          {one}
        </button>
      ))}
    </div>
  );
}

function State({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <Notice title={t('The chart can’t be loaded right now')} onRetry={onRetry} />;
  return (
    <div role="status" aria-label={t('Loading the chart')} className="absolute inset-0 p-4">
      <Skeleton className="h-full w-full" />
    </div>
  );
}

/** The picture in one sentence. */
function summaryOf(list: readonly Kline[], tick: string, name: string): string {
  const [first, last] = [list[0], list.at(-1)];
  return t(
    'Price of {tick} in sat, candles of {name}: {count}, from {first} to {last}. The table has all numbers.',
    { tick, name, count: list.length, first: grouped(first?.open ?? '0'), last: grouped(last?.close ?? '0') },
  );
}
