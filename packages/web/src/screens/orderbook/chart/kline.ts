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
  const at = before.length - 1;
  const isSame = (kline: Kline, n: number): boolean => JSON.stringify(before[n]) === JSON.stringify(kline);
  // A window that lost its oldest candle, or a block that was undone, is drawn anew.
  const goesOn = at >= 0 && now[at]?.timestamp === before[at]?.timestamp && now.slice(0, at).every(isSame);
  return goesOn ? now.slice(at) : undefined;
}
