/** The chart's frame: its axes, its colours, the lines of one's own asks. With `drawings.ts` the only file that uses the charting library. */
import { ColorType, LineStyle, createChart } from 'lightweight-charts';
import type { IChartApi, IPriceLine, Time } from 'lightweight-charts';
import type { CandleInterval } from '@rialto/market';
import { dateWords, t } from '../../../words.ts';
import { themeColours } from './colours.ts';
import type { Colours } from './colours.ts';
import { candleDrawing, tradeDrawing } from './drawings.ts';
import type { Drawing, Own, Picture } from './drawings.ts';
import { isOfDays, momentWords } from './moments.ts';

export interface Canvas {
  show(picture: Picture): void;
  /** Lines at these prices. */
  mark(asks: readonly string[], bids: readonly string[]): void;
  /** In the colours of the theme as they are now. */
  paint(): void;
  close(): void;
}

interface Opening {
  readonly kind: 'candles' | 'trades';
  readonly interval: CandleInterval;
  readonly onPoint: (timestamp: number | undefined) => void;
}

/** The best of one's own on each side: more lines hide the picture. */
const MOST_LINES = 6;

export function openCanvas(place: HTMLElement, { kind, interval, onPoint }: Opening): Canvas {
  const chart = frameOf(place, kind === 'trades' ? '15m' : interval);
  let colours = themeColours(place);
  const own: Own = { prices: [] };
  const drawing = kind === 'trades' ? tradeDrawing(chart, own) : candleDrawing(chart, own);
  let lines: readonly Marked[] = [];
  const paint = (): void => {
    colours = themeColours(place);
    paintFrame(chart, colours);
    drawing.paint(colours);
    for (const { line, look } of lines)
      line.applyOptions({ color: colours[look], axisLabelColor: colours[look] });
  };
  paint();
  chart.subscribeCrosshairMove(({ time }) => {
    onPoint(typeof time === 'number' ? time * 1_000 : undefined);
  });
  return {
    show: (picture) => drawing.show(picture, colours),
    mark: (asks, bids) => {
      for (const { line } of lines) drawing.series.removePriceLine(line);
      const marks = [...marksOf(asks, 'sell'), ...marksOf(bids, 'buy')];
      own.prices = marks.map(({ price }) => price);
      lines = marks.map((mark) => ({ line: lineAt(drawing, mark, colours), look: mark.look }));
    },
    paint,
    close: () => chart.remove(),
  };
}

interface Mark {
  readonly price: number;
  readonly look: 'sell' | 'buy';
}

interface Marked extends Pick<Mark, 'look'> {
  readonly line: IPriceLine;
}

const marksOf = (prices: readonly string[], look: Mark['look']): readonly Mark[] =>
  prices.slice(0, MOST_LINES).map((price) => ({ price: Number.parseFloat(price), look }));

function lineAt({ series }: Drawing, { price, look }: Mark, colours: Colours): IPriceLine {
  return series.createPriceLine({
    price,
    color: colours[look],
    axisLabelColor: colours[look],
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    title: look === 'sell' ? t('Your ask') : t('Your bid'),
  });
}

function frameOf(place: HTMLElement, interval: CandleInterval): IChartApi {
  return createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: getComputedStyle(place).fontFamily, fontSize: 11 },
    rightPriceScale: { scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: {
      timeVisible: !isOfDays(interval),
      // A few candles that fill the width are no wider than this.
      maxBarSpacing: 48,
      tickMarkFormatter: (time: Time) => tickWords(time, interval),
    },
    localization: {
      timeFormatter: (time: Time) => (typeof time === 'number' ? momentWords(time * 1_000, interval) : ''),
    },
    // A finger that moves up and down scrolls the page; nothing moves on by itself.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: false, mouse: false },
  });
}

/** A short mark under the axis: the hour with its day, or the day alone where it begins. */
function tickWords(time: Time, interval: CandleInterval): string {
  if (typeof time !== 'number') return '';
  const moment = time * 1_000;
  if (isOfDays(interval)) return dateWords(moment, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const isMidnight = new Date(moment).getHours() === 0 && new Date(moment).getMinutes() === 0;
  return isMidnight ? dateWords(moment, { month: 'short', day: 'numeric' }) : momentWords(moment, interval);
}

function paintFrame(chart: IChartApi, { paper, words, line, cross }: Colours): void {
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
}
