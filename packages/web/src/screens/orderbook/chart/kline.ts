/** Questions about candles as they come over the wire. Pure. */
import type { Kline } from '@rialto/contract';

/** Prices are decimals of one form: longer before the point is more, otherwise they compare as text. */
export function isRising({ open, close }: Pick<Kline, 'open' | 'close'>): boolean {
  const whole = (text: string): string => text.split('.')[0] ?? '';
  const [from, to] = [whole(open), whole(close)];
  return from.length === to.length ? close >= open : to.length > from.length;
}

/** The candles at the end that are new or moved; undefined when more than that differs. */
export function changedSince(before: readonly Kline[], now: readonly Kline[]): readonly Kline[] | undefined {
  const last = before.at(-1);
  if (last === undefined) return undefined;
  const at = now.findIndex(({ timestamp }) => timestamp === last.timestamp);
  const shift = at - (before.length - 1);
  const same = (kline: Kline, n: number): boolean => {
    const other = before[n - shift];
    return other !== undefined && JSON.stringify(other) === JSON.stringify(kline);
  };
  // A window that lost its oldest candle, or a block that was undone, is drawn anew.
  if (at === -1 || shift !== 0 || !now.slice(0, at).every(same)) return undefined;
  return now.slice(at);
}
