/** How busy the network is, at a glance: a colour and a name (product §4). */
import type { BusyLevel } from '@rialto/market';
import { msg } from '../../../words.ts';

const DOT: Readonly<Record<BusyLevel, string>> = {
  Low: 'bg-buy',
  Normal: 'bg-warn',
  Busy: 'bg-sell',
  'Extremely Busy': 'bg-sell',
};

export function busyDot(level: BusyLevel | undefined): string {
  return level === undefined ? 'bg-haze' : DOT[level];
}

/** Messages, for `t`. */
export const LEVEL_NAMES: Readonly<Record<BusyLevel, string>> = {
  Low: msg('Low'),
  Normal: msg('Normal'),
  Busy: msg('Busy'),
  'Extremely Busy': msg('Extremely Busy'),
};
