/** The estimated size of each act in vB (decision 6), and its cost at a rate. Pure. */
import { HIGHEST_FEE_RATE } from '@rialto/market';

export interface ActionSize {
  readonly group: string;
  readonly name: string;
  readonly vsize: number;
}

const MAKE = 'Make order';
const TAKE = 'Take order';
const SWAP = 'Swap';

export const ACTIONS: readonly ActionSize[] = [
  { group: MAKE, name: 'Ask', vsize: 0 },
  { group: MAKE, name: 'Bid', vsize: 265 },
  { group: TAKE, name: 'Buy', vsize: 500 },
  { group: TAKE, name: 'Sell', vsize: 673 },
  { group: SWAP, name: 'Swap', vsize: 298 },
  { group: SWAP, name: 'Sell BRC-20', vsize: 452 },
  { group: SWAP, name: 'Sell Runes', vsize: 540 },
  { group: SWAP, name: 'Add to a pool', vsize: 255 },
];

/** In sat, rounded up; undefined without a rate that could be paid. */
export function costOf(vsize: number, rate: number | undefined): bigint | undefined {
  if (rate === undefined || !(rate > 0) || rate > HIGHEST_FEE_RATE) return undefined;
  return BigInt(Math.ceil(vsize * rate));
}
