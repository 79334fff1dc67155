/** The prices on their canvas, as candles or trade by trade, in the colours of the theme, and whose library draws them. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { useTheme } from '../../../data/theme.ts';
import { t } from '../../../words.ts';
import { openCanvas } from './canvas.ts';
import type { Canvas } from './canvas.ts';
import type { TradePoint } from './trade-points.ts';

interface CandlesProps {
  readonly list: readonly Kline[];
  /** Drawn in the place of candles, where these are too few. */
  readonly trades: readonly TradePoint[] | undefined;
  /** The prices of one's own asks. */
  readonly own: readonly string[];
  readonly ownBids: readonly string[];
  readonly interval: CandleInterval;
  /** The picture in one sentence. */
  readonly words: string;
  /** Which candle or trade is pointed at, by its beginning; undefined for none. */
  readonly onPoint: (timestamp: number | undefined) => void;
}

export function Candles({ list, trades, own, ownBids, interval, words, onPoint }: CandlesProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas>(undefined);
  const theme = useTheme();
  const kind = trades === undefined ? 'candles' : 'trades';
  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = openCanvas(place.current, { kind, interval, onPoint });
    canvas.current = opened;
    return () => opened.close();
  }, [kind, interval, onPoint]);
  // Also on a new canvas.
  useLayoutEffect(() => {
    canvas.current?.show({ candles: list, trades: trades ?? [] });
  }, [list, trades, kind, interval, onPoint]);
  useLayoutEffect(() => canvas.current?.mark(own, ownBids), [own, ownBids, kind, interval, onPoint]);
  useEffect(() => {
    const paint = (): void => canvas.current?.paint();
    paint();
    const system = window.matchMedia('(prefers-color-scheme: light)');
    system.addEventListener('change', paint);
    return () => system.removeEventListener('change', paint);
  }, [theme]);
  return (
    <>
      <div
        ref={place}
        role="img"
        aria-label={words}
        data-testid="candles"
        data-kind={kind}
        data-own={own.length + ownBids.length}
        data-last={list.at(-1)?.close}
        className="absolute inset-0"
      />
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        title="TradingView Lightweight Charts™ Copyright © 2025 TradingView, Inc. https://www.tradingview.com/"
        className="absolute bottom-7 left-2 z-10 rounded bg-ink-1/80 px-1 text-2xs text-haze hover:text-mist"
      >
        {t('Chart by TradingView')}
      </a>
    </>
  );
}
