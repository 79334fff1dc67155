/** Blocks in words, with about how long they take: ten minutes each. Pure. */
import { numberWords, t } from '../../words.ts';

const BLOCKS_PER_HOUR = 6;
const HOURS_IN_DAYS = 48;
const BLOCK_MINUTES = 10;

/** About how long: in minutes below an hour, in days from two of them on. */
export function durationWords(blocks: number): string {
  const hours = Math.round(blocks / BLOCKS_PER_HOUR);
  if (blocks < BLOCKS_PER_HOUR) return unitWords(blocks * BLOCK_MINUTES, 'minute');
  if (hours < HOURS_IN_DAYS) return unitWords(hours, 'hour');
  return unitWords(Math.round(hours / 24), 'day');
}

const unitWords = (count: number, unit: 'minute' | 'hour' | 'day'): string =>
  numberWords(count, { style: 'unit', unit, unitDisplay: 'long' });

interface Bounds {
  readonly first: number;
  readonly last: number;
}

/** How much of a stretch of blocks is to come, its last one included. */
export function leftWords({ first, last }: Bounds, height: number): string {
  if (height < first) {
    const blocks = first - height;
    return t('Starts in {blocks, plural, one {# block} other {# blocks}}, about {time}', {
      ...{ blocks, time: durationWords(blocks) },
    });
  }
  const blocks = last - height;
  if (blocks < 1) return t('Ended with block {height}', { height: numberWords(last) });
  return t('{blocks, plural, one {# block} other {# blocks}} left, about {time}', {
    ...{ blocks, time: durationWords(blocks) },
  });
}
