/** The only file that uses the charting library. Prices become floating numbers here, for pixels only. */
import { CandlestickSeries, ColorType, HistogramSeries, createChart } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, Time, UTCTimestamp } from 'lightweight-charts';
import type { CandleInterval } from '@rialto/market';
import type { Kline } from '@rialto/contract';
import { dateWords, numberWords } from '../../../words.ts';
import { faded, themeColours } from './colours.ts';
import type { Colours } from './colours.ts';
import { changedSince, isRising } from './kline.ts';
import { isOfDays, momentWords } from './moments.ts';

export interface Canvas {
  show(list: readonly Kline[]): void;
  /** In the colours of the theme as they are now. */
  paint(): void;
  close(): void;
}

const AXIS_DIGITS = 5;
/** The least and the most candles of a first look. */
const [FEWEST, SEEN] = [40, 120];
const VOLUME_ALPHA = 0.35;

interface Parts {
  readonly chart: IChartApi;
  readonly candles: ISeriesApi<'Candlestick'>;
  readonly volumes: ISeriesApi<'Histogram'>;
}

export function openCanvas(
  place: HTMLElement,
  interval: CandleInterval,
  onPoint: (timestamp: number | undefined) => void,
): Canvas {
  const parts = partsOf(place, interval);
  const { chart } = parts;
  let shown: readonly Kline[] = [];
  let colours = themeColours(place);
  const paint = (): void => {
    colours = themeColours(place);
    paintAll(parts, colours);
    parts.volumes.setData(shown.map((kline) => volumeOf(kline, colours)));
  };
  paint();
  chart.subscribeCrosshairMove(({ time }) => {
    onPoint(typeof time === 'number' ? time * 1_000 : undefined);
  });
  return {
    show: (list) => {
      const before = shown;
      shown = list;
      const changed = changedSince(before, list);
      if (changed === undefined) {
        parts.candles.applyOptions({ priceFormat: formatOf(list) });
        parts.candles.setData(list.map(candleOf));
        parts.volumes.setData(list.map((kline) => volumeOf(kline, colours)));
        // A few candles are not blown up to the width of the page.
        const seen = Math.max(FEWEST, Math.min(SEEN, list.length));
        if (before.length === 0)
          chart.timeScale().setVisibleLogicalRange({ from: list.length - seen, to: list.length + 2 });
      } else {
        for (const kline of changed) {
          parts.candles.update(candleOf(kline));
          parts.volumes.update(volumeOf(kline, colours));
        }
      }
    },
    paint,
    close: () => chart.remove(),
  };
}

function partsOf(place: HTMLElement, interval: CandleInterval): Parts {
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: getComputedStyle(place).fontFamily, fontSize: 11 },
    rightPriceScale: { scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: {
      timeVisible: !isOfDays(interval),
      tickMarkFormatter: (time: Time) => tickWords(time, interval),
    },
    localization: {
      timeFormatter: (time: Time) => (typeof time === 'number' ? momentWords(time * 1_000, interval) : ''),
    },
    // A finger that moves up and down scrolls the page; nothing moves on by itself.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: false, mouse: false },
  });
  const candles = chart.addSeries(CandlestickSeries, { borderVisible: false });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  return { chart, candles, volumes };
}

/** A short mark under the axis: the hour, or the day where it begins. */
function tickWords(time: Time, interval: CandleInterval): string {
  if (typeof time !== 'number') return '';
  const moment = time * 1_000;
  if (isOfDays(interval)) return dateWords(moment, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const isMidnight = new Date(moment).getHours() === 0 && new Date(moment).getMinutes() === 0;
  return isMidnight
    ? dateWords(moment, { month: 'short', day: 'numeric' })
    : dateWords(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

function paintAll({ chart, candles }: Parts, { paper, words, line, cross, buy, sell }: Colours): void {
  chart.applyOptions({
    layout: { background: { type: ColorType.Solid, color: 'transparent' }, textColor: words },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: {
      vertLine: { color: cross, labelBackgroundColor: paper },
      horzLine: { color: cross, labelBackgroundColor: paper },
    },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line },
  });
  candles.applyOptions({ upColor: buy, wickUpColor: buy, downColor: sell, wickDownColor: sell });
}

function candleOf({ timestamp, open, high, low, close }: Kline) {
  return {
    time: timeOf(timestamp),
    open: Number.parseFloat(open),
    high: Number.parseFloat(high),
    low: Number.parseFloat(low),
    close: Number.parseFloat(close),
  };
}

function volumeOf(kline: Kline, { buy, sell }: Colours) {
  const color = faded(isRising(kline) ? buy : sell, VOLUME_ALPHA);
  return { time: timeOf(kline.timestamp), value: Number.parseFloat(kline.volume), color };
}

const isTime = (seconds: number): seconds is UTCTimestamp => Number.isSafeInteger(seconds);

/** The library counts in seconds; every candle begins on a whole one. */
function timeOf(timestamp: number): UTCTimestamp {
  const seconds = timestamp / 1_000;
  if (!isTime(seconds)) throw new Error(`invariant: a candle begins at ${timestamp}`);
  return seconds;
}

/** Marks of the price axis: steps fine enough for the lowest price there is. */
function formatOf(list: readonly Kline[]) {
  const least = Math.min(...list.map(({ low }) => Number.parseFloat(low)).filter((price) => price > 0));
  const minMove = Number.isFinite(least)
    ? 10 ** Math.min(0, Math.floor(Math.log10(least)) - AXIS_DIGITS + 2)
    : 1;
  const formatter = (price: number): string => numberWords(price, { maximumSignificantDigits: AXIS_DIGITS });
  return { type: 'custom', minMove, formatter } as const;
}
