/** A choice made at random, before anybody knows what it can be aimed at. */
import type { Act } from './rules/rules.ts';

/** Which lot, which buyer or bidder, how dear: 0 to 4. */
export interface Choice {
  readonly act: Act['act'];
  readonly lot: number;
  readonly buyer: number;
  readonly dear: number;
}

const DEAREST = 20_000n;
let serial = 0n;

/** Prices are never equal: a signature names one order. */
export function priceOf({ dear }: Pick<Choice, 'dear'>): bigint {
  serial += 1n;
  return DEAREST + BigInt(dear) * 5_000n + (serial % 1_000n);
}
