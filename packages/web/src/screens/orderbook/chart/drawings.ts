/** What is drawn in the frame: candles, or a young market's trades as steps with a dot each. Prices become floating numbers here, for pixels only. */
import { CandlestickSeries, HistogramSeries, LineSeries, LineType } from 'lightweight-charts';
import type { AutoscaleInfo, IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { Kline } from '@rialto/contract';
import { numberWords } from '../../../words.ts';
import { faded } from './colours.ts';
import type { Colours } from './colours.ts';
import { changedSince, isRising } from './kline.ts';
import { FEW } from './trade-points.ts';
import type { TradePoint } from './trade-points.ts';

export interface Picture {
  readonly candles: readonly Kline[];
  readonly trades: readonly TradePoint[];
}

/** Where one's own asks are: in the picture too, unless they are far away. */
export interface Own {
  prices: readonly number[];
}

export interface Drawing {
  readonly series: ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;
  show(picture: Picture, colours: Colours): void;
  paint(colours: Colours): void;
}

const AXIS_DIGITS = 5;
/** The most candles of a first look. */
const SEEN = 120;
const VOLUME_ALPHA = 0.35;
/** One's own ask is in the picture up to this many times the highest price. */
const REACH = 1.25;

export function candleDrawing(chart: IChartApi, own: Own): Drawing {
  const series = chart.addSeries(CandlestickSeries, { borderVisible: false, ...scaled(own) });
  const volumes = volumesOf(chart);
  let shown: readonly Kline[] = [];
  return {
    series,
    show: ({ candles: list }, colours) => {
      const before = shown;
      shown = list;
      const changed = changedSince(before, list);
      if (changed !== undefined) {
        for (const kline of changed) {
          series.update(candleOf(kline));
          volumes.update(volumeOf(kline, colours));
        }
        return;
      }
      series.applyOptions({ priceFormat: formatOf(list.map(({ low }) => low)) });
      series.setData(list.map(candleOf));
      volumes.setData(list.map((kline) => volumeOf(kline, colours)));
      if (before.length > 0) return;
      if (list.length < FEW) chart.timeScale().fitContent();
      else
        chart.timeScale().setVisibleLogicalRange({
          from: list.length - Math.min(SEEN, list.length),
          to: list.length + 2,
        });
    },
    paint: (colours) => {
      const { buy, sell } = colours;
      series.applyOptions({ upColor: buy, wickUpColor: buy, downColor: sell, wickDownColor: sell });
      volumes.setData(shown.map((kline) => volumeOf(kline, colours)));
    },
  };
}

export function tradeDrawing(chart: IChartApi, own: Own): Drawing {
  const series = chart.addSeries(LineSeries, {
    lineType: LineType.WithSteps,
    lineWidth: 2,
    pointMarkersVisible: true,
    pointMarkersRadius: 3,
    ...scaled(own),
  });
  const volumes = volumesOf(chart);
  let shown: readonly TradePoint[] = [];
  const amounts = ({ cross }: Colours) =>
    shown.map(({ second, amount }) => ({
      time: timeOf(second),
      value: Number.parseFloat(amount),
      color: faded(cross, VOLUME_ALPHA),
    }));
  return {
    series,
    show: ({ trades }, colours) => {
      shown = trades;
      series.applyOptions({ priceFormat: formatOf(trades.map(({ price }) => price)) });
      series.setData(
        trades.map(({ second, price }) => ({ time: timeOf(second), value: Number.parseFloat(price) })),
      );
      volumes.setData(amounts(colours));
      chart.timeScale().fitContent();
    },
    paint: (colours) => {
      series.applyOptions({ color: colours.buy });
      volumes.setData(amounts(colours));
    },
  };
}

function scaled(own: Own) {
  return {
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
      const info = original();
      if (info === null || info.priceRange === null) return info;
      const { minValue, maxValue } = info.priceRange;
      const near = own.prices.filter((price) => price <= maxValue * REACH && price * REACH >= minValue);
      const priceRange = {
        minValue: Math.min(minValue, ...near),
        maxValue: Math.max(maxValue, ...near),
      };
      return { ...info, priceRange };
    },
  };
}

function volumesOf(chart: IChartApi): ISeriesApi<'Histogram'> {
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  return volumes;
}

function candleOf({ timestamp, open, high, low, close }: Kline) {
  return {
    time: timeOf(timestamp / 1_000),
    open: Number.parseFloat(open),
    high: Number.parseFloat(high),
    low: Number.parseFloat(low),
    close: Number.parseFloat(close),
  };
}

function volumeOf(kline: Kline, { buy, sell }: Colours) {
  const color = faded(isRising(kline) ? buy : sell, VOLUME_ALPHA);
  return { time: timeOf(kline.timestamp / 1_000), value: Number.parseFloat(kline.volume), color };
}

const isTime = (seconds: number): seconds is UTCTimestamp => Number.isSafeInteger(seconds);

/** The library counts in seconds; every candle begins on a whole one. */
function timeOf(seconds: number): UTCTimestamp {
  if (!isTime(seconds)) throw new Error(`invariant: ${seconds} is a whole second`);
  return seconds;
}

/** Marks of the price axis: steps fine enough for the lowest price there is. */
function formatOf(prices: readonly string[]) {
  const least = Math.min(...prices.map((price) => Number.parseFloat(price)).filter((price) => price > 0));
  const minMove = Number.isFinite(least)
    ? 10 ** Math.min(0, Math.floor(Math.log10(least)) - AXIS_DIGITS + 2)
    : 1;
  const formatter = (price: number): string => numberWords(price, { maximumSignificantDigits: AXIS_DIGITS });
  return { type: 'custom', minMove, formatter } as const;
}
