/** How busy the network is, in full: bars and a sentence (product §4). */
import type { BusyLevel } from '@rialto/market';
import { msg } from '../../../words.ts';

/** One to four bars; none when nothing is known. */
export const BUSY_BARS: Readonly<Record<BusyLevel, number>> = {
  Low: 1,
  Normal: 2,
  Busy: 3,
  'Extremely Busy': 4,
};

/** Messages, for `t`. */
export const BUSY_WORDS: Readonly<Record<BusyLevel, string>> = {
  Low: msg('Network is quiet. Slow confirms soon too.'),
  Normal: msg('Blocks are full. Slow plans may take longer.'),
  Busy: msg('Network is busy. Choose Fast if others may want the same lots.'),
  'Extremely Busy': msg('Network is very busy. A small trade may cost more in fees than it is worth.'),
};
