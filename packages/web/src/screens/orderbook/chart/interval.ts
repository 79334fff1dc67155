/** How long a candle is: what the reader chose; until then the finest with enough candles, of more than one trade where there are any. */
import { useState } from 'react';
import { CANDLE_INTERVALS } from '@rialto/market';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { useKlines } from '../../../data/kline-queries.ts';
import type { KlineQuery } from '../../../data/kline-queries.ts';
import { recallText, rememberText } from '../../../memory.ts';
import { msg } from '../../../words.ts';
import { isEnough, isLively } from './trade-points.ts';

const KEY = 'chart-interval';
export const INTERVAL_NAMES: Readonly<Record<CandleInterval, string>> = {
  '15m': msg('15 minutes'),
  '1h': msg('1 hour'),
  '4h': msg('4 hours'),
  '1d': msg('1 day'),
  '1w': msg('1 week'),
};
const isInterval = (text: string | undefined): text is CandleInterval =>
  text !== undefined && Object.hasOwn(CANDLE_INTERVALS, text);
/** The finest first. */
export const INTERVALS = Object.keys(INTERVAL_NAMES).filter(isInterval);

/** Each for candles with a body, then each for their number alone. */
const TRIES = 2 * INTERVALS.length;
const intervalAt = (tried: number): CandleInterval =>
  (tried < TRIES ? INTERVALS[tried % INTERVALS.length] : undefined) ?? '15m';
const suffices = (tried: number, list: readonly Kline[]): boolean =>
  tried < INTERVALS.length ? isLively(list) : isEnough(list);

export interface ShownCandles {
  readonly interval: CandleInterval;
  readonly choose: (next: CandleInterval) => void;
  /** Undefined while they load, and while a coarser interval is looked for. */
  readonly list: readonly Kline[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Where none has enough, the finest serves. */
export function useCandles(market: Omit<KlineQuery, 'interval'>): ShownCandles {
  const [chosen, setChosen] = useState<CandleInterval | undefined>(() => {
    const stored = recallText(KEY);
    return isInterval(stored) ? stored : undefined;
  });
  const [tried, setTried] = useState(0);
  const interval = chosen ?? intervalAt(tried);
  const klines = useKlines({ ...market, interval });
  const list = klines.data?.list;
  // Without any sale there is nothing to look for.
  const isSearching = chosen === undefined && tried < TRIES && list?.length !== 0;
  const isTooFine = isSearching && list !== undefined && !suffices(tried, list);
  if (isTooFine) setTried(tried + 1);
  const choose = (next: CandleInterval): void => {
    setChosen(next);
    rememberText(KEY, next);
  };
  const retry = (): void => void klines.refetch();
  return { interval, choose, list: isTooFine ? undefined : list, failed: klines.isError, retry };
}
