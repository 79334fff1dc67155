/** How long ago, in as few letters as a table has room for. Pure: now is an argument. */
import { numberWords, t } from '../words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeAgo(then: number, now: number): string {
  const past = Math.max(0, now - then);
  if (past < MINUTE) return t('now');
  if (past < HOUR) return ageOf(past / MINUTE, 'minute');
  if (past < DAY) return ageOf(past / HOUR, 'hour');
  return ageOf(past / DAY, 'day');
}

function ageOf(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return numberWords(Math.floor(count), { style: 'unit', unit, unitDisplay: 'narrow' });
}
