/** When a candle begins, in the words and the zone of the reader. */
import type { CandleInterval } from '@rialto/market';
import { dateWords } from '../../../words.ts';

const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' };
const MINUTE: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};

/** Days and weeks begin at midnight UTC: their date is the one of that midnight, wherever the reader is. */
export function momentWords(timestamp: number, interval: CandleInterval): string {
  return dateWords(timestamp, isOfDays(interval) ? DAY : MINUTE);
}

export const isOfDays = (interval: CandleInterval): boolean => interval === '1d' || interval === '1w';
