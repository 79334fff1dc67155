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
  // Of the templates, for a taproot wallet on a pool of one lane (pools §7).
  { name: msg('Swap'), vsize: 311 },
  { name: msg('Add liquidity'), vsize: 478 },
  { name: msg('Remove liquidity'), vsize: 421 },
];

/** In sat, rounded up; undefined without a rate that could be paid. */
export function costOf(vsize: number, rate: number | undefined): bigint | undefined {
  if (rate === undefined || !(rate > 0) || rate > HIGHEST_FEE_RATE) return undefined;
  return BigInt(Math.ceil(vsize * rate));
}
