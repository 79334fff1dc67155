/** When people traded in the past, and at what price: pure, so that an interrupted start goes on with the same days. */

/** Seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Two weeks before now. */
export const PAST_SECONDS = 14 * DAY;
/** Before the first trade tokens are made and offered. */
const OPENING = 2 * HOUR;
/** Between two rounds of trades: on the last day, and before it. */
const [BUSY, QUIET] = [HOUR, 5 * HOUR];
/** The last round is so long before now. */
const LAST = 600;

/** An even number from 0 to 1 that looks like chance; the same for the same words. */
export function chance(...words: readonly (number | string)[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join('|')) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** The moments of trades, the first after the opening, the last just before the end; uneven, as people are. */
export function roundsOf({ from, to }: Span): readonly number[] {
  const moments: number[] = [];
  const first = from + Math.min(OPENING, (to - from) / 8);
  for (let at = to - LAST, nth = 0; at > first; nth += 1) {
    moments.unshift(Math.floor(at));
    at -= (to - at < DAY ? BUSY : QUIET) * (0.6 + 0.8 * chance('round', nth));
  }
  return moments;
}

/** Blocks between two moments, one an hour. */
export function hoursBetween(from: number, to: number): readonly number[] {
  const first = (Math.floor(from / HOUR) + 1) * HOUR;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / HOUR)) }, (_, at) => first + at * HOUR);
}

/** Where the price of a token begins, as a part of today's. */
const BEGINNING = 0.62;
/** The past ends this little below the asks that are open today. */
const END = 0.985;
const WAVE = 0.11;
const NOISE = 0.012;
/** Lots are sized so that their orders are large enough at this price. */
const LOWEST = 0.56;

/**
 * What was paid then, as a part of the middle of today's asks: a way up with waves of days and of hours, never above today's asks.
 * Days that were slept through begin where the past had ended, and end there.
 */
export function priceThen(
  token: string,
  { from, to }: Span,
  { at, nth }: { at: number; nth: number },
): number {
  const isWhole = to - from >= PAST_SECONDS;
  const before = isWhole ? to - at : Math.min(to - at, at - from);
  const days = before / DAY;
  const gone = Math.min(1, before / PAST_SECONDS);
  const phase = 6.28 * chance('phase', token);
  const slow = Math.sin(phase + days * (0.9 + 0.5 * chance('slow', token)));
  const fast = 0.4 * Math.sin(2 * phase + days * 4.3);
  const noise = (chance(token, before, nth) - 0.5) * 2 * NOISE;
  const way = END - (END - BEGINNING) * gone ** 1.3 + WAVE * (slow + fast) * Math.min(1, days / 2);
  return Math.max(LOWEST, Math.min(END, way) + noise);
}
