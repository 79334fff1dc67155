/** Candles of one token: the interval, the numbers of one candle, and the picture or the table. */
import { Suspense, lazy, memo, useMemo, useState } from 'react';
import { CANDLE_INTERVALS, grouped } from '@rialto/market';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import type { KlineQuery } from '../../../data/kline-queries.ts';
import { useKlines } from '../../../data/kline-queries.ts';
import { recallText, rememberText } from '../../../memory.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { msg, t } from '../../../words.ts';
import { KlineTable } from './KlineTable.tsx';
import { Legend } from './Legend.tsx';
import { Notice } from './Notice.tsx';

const Candles = lazy(async () => ({ default: (await import('./Candles.tsx')).Candles }));
const KEY = 'chart-interval';
const NAMES: Readonly<Record<CandleInterval, string>> = {
  '15m': msg('15 minutes'),
  '1h': msg('1 hour'),
  '4h': msg('4 hours'),
  '1d': msg('1 day'),
  '1w': msg('1 week'),
};
const isInterval = (text: string | undefined): text is CandleInterval =>
  text !== undefined && Object.hasOwn(CANDLE_INTERVALS, text);
const INTERVALS = Object.keys(NAMES).filter(isInterval);

function useInterval(): [CandleInterval, (next: CandleInterval) => void] {
  const [interval, setInterval] = useState<CandleInterval>(() => {
    const stored = recallText(KEY);
    return isInterval(stored) ? stored : '1h';
  });
  const choose = (next: CandleInterval): void => {
    setInterval(next);
    rememberText(KEY, next);
  };
  return [interval, choose];
}

interface PricesProps extends Omit<KlineQuery, 'interval'> {
  readonly isTable: boolean;
}

/** Drawn anew when candles change, not with every order of the book. */
export const Prices = memo(function Prices({ isTable, ...market }: PricesProps) {
  const [interval, choose] = useInterval();
  const [pointed, setPointed] = useState<number>();
  const klines = useKlines({ ...market, interval });
  const list = klines.data?.list;
  const shown = useMemo(
    () => list?.find(({ timestamp }) => timestamp === pointed) ?? list?.at(-1),
    [list, pointed],
  );
  return (
    <>
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1">
        <div role="group" aria-label={t('Length of a candle')} className="flex gap-1">
          {INTERVALS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === interval}
              title={t(NAMES[one])}
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
        <Legend kline={shown} tick={market.tick} interval={interval} />
      </div>
      <div className="relative min-h-0 flex-1">
        {list === undefined ? (
          <State failed={klines.isError} onRetry={() => void klines.refetch()} />
        ) : list.length === 0 ? (
          <Notice title={t('No trades yet')}>{t('The first one draws the first candle.')}</Notice>
        ) : isTable ? (
          <KlineTable list={list} tick={market.tick} interval={interval} />
        ) : (
          <Suspense fallback={<State failed={false} onRetry={() => undefined} />}>
            <Candles
              key={interval}
              list={list}
              interval={interval}
              words={summaryOf(list, market.tick, t(NAMES[interval]))}
              onPoint={setPointed}
            />
          </Suspense>
        )}
      </div>
    </>
  );
});

function State({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  if (failed) return <Notice title={t('The chart cannot be read right now')} onRetry={onRetry} />;
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
