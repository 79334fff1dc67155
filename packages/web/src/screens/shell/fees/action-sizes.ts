/** The estimated size of each act in vB (rules §6), and its cost at a rate. Pure. */
import { HIGHEST_FEE_RATE } from '@rialto/market';
import { msg } from '../../../words.ts';

interface ActionSize {
  /** A message. */
  readonly name: string;
  readonly vsize: number;
}

export const ACTIONS: readonly ActionSize[] = [
  { name: msg('Ask'), vsize: 0 },
  { name: msg('Bid'), vsize: 265 },
  { name: msg('Buy'), vsize: 500 },
  { name: msg('Sell'), vsize: 673 },
  { name: msg('Swap'), vsize: 298 },
  { name: msg('Sell BRC-20'), vsize: 452 },
  { name: msg('Sell Runes'), vsize: 540 },
  { name: msg('Add to a pool'), vsize: 255 },
];

/** In sat, rounded up; undefined without a rate that could be paid. */
export function costOf(vsize: number, rate: number | undefined): bigint | undefined {
  if (rate === undefined || !(rate > 0) || rate > HIGHEST_FEE_RATE) return undefined;
  return BigInt(Math.ceil(vsize * rate));
}
