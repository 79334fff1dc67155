/** The candles on their canvas, in the colours of the theme, and whose library draws them. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { useTheme } from '../../../data/theme.ts';
import { t } from '../../../words.ts';
import { openCanvas } from './canvas.ts';
import type { Canvas } from './canvas.ts';

interface CandlesProps {
  readonly list: readonly Kline[];
  readonly interval: CandleInterval;
  /** The picture in one sentence. */
  readonly words: string;
  /** Which candle is pointed at, by its beginning; undefined for none. */
  readonly onPoint: (timestamp: number | undefined) => void;
}

export function Candles({ list, interval, words, onPoint }: CandlesProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<Canvas>(undefined);
  const theme = useTheme();
  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = openCanvas(place.current, interval, onPoint);
    canvas.current = opened;
    return () => opened.close();
  }, [interval, onPoint]);
  useLayoutEffect(() => canvas.current?.show(list), [list, interval, onPoint]);
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
